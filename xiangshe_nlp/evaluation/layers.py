"""Offsets, layers, speakers and the ends of clauses, compared with the gold."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import parse_skip
from .gold import Row, covered_spans, own_span
from .matching import key
from .outcomes import Outcome
from .view import View

PUNCTUATED = "004"  # the one witness whose edition prints its marks: nothing to find there
LOOK_BACK = 60  # longest note after which the end of a clause is still sought
SIDE = 6
FEW = 3  # this many stray characters at the edges of a comment are no example worth showing


def offset_faults(view: View) -> Iterator[Outcome]:
    """Rows whose offsets do not give their text, or lie outside it."""
    for table in ("segments", "clauses"):
        for row in view.rows[table]:
            text = view.text.get(view.witness(row))
            bad = text is not None and text[row.start:row.end] != row.text
            yield Outcome("offsets_wrong", "", row[0], table, 0, int(bad), 0)
    for table in ("actions", "mentions"):
        for row in view.rows.get(table, ()):
            clause = view.clauses.get(row.clause_id)
            text = view.text.get(view.witness(clause)) if clause else None
            bad = clause is None or (text is not None and not 0 <= row.start < row.end <= len(text))
            if not bad and text is not None and table == "mentions" and row.text:
                bad = text[row.start:row.end] != row.text
            yield Outcome("offsets_wrong", "", row[0], table, 0, int(bad), 0)


def base_letters(view: View, only: str = "") -> dict[str, set[int]]:
    """Offsets of the letters of the base text of each witness, as the gold reads it."""
    out: dict[str, set[int]] = {}
    for row in view.gold.clauses:
        witness = row["witness"]
        if not only or witness == only:
            text = view.text[witness]
            out.setdefault(witness, set()).update(i for i in own_span(row) if text[i].isalpha())
    return out


def covered_offsets(view: View) -> dict[str, set[int]]:
    """Offsets of each witness that the gold has read without a gap."""
    return {w: {i for a, b in spans for i in range(a, b)} for w, spans in covered_spans(view.gold).items()}


def said_base(view: View, covered: dict[str, set[int]]) -> dict[str, set[int]]:
    """Letters that the tables call base text, within what the gold has read."""
    said: dict[str, set[int]] = {witness: set() for witness in covered}
    for row in view.rows["segments"]:
        witness = view.witness(row)
        if row.layer == "base" and witness in covered:
            own = set(range(row.start, row.end))
            for a, b in parse_skip(row.skip):
                own.difference_update(range(a, b))
            text = view.text[witness]
            said[witness].update(i for i in own & covered[witness] if text[i].isalpha())
    for row in view.rows["segments"]:
        if row.layer != "base" and view.witness(row) in covered:
            said[view.witness(row)].difference_update(range(row.start, row.end))
    return said


def base_layer(view: View) -> Iterator[Outcome]:
    """Letters of the base text: found, said, wanted, clause by clause."""
    covered, wanted = covered_offsets(view), base_letters(view)
    said = said_base(view, covered)
    for witness in sorted(covered):
        want = wanted[witness] & covered[witness]
        for i in sorted(want | said[witness]):
            row = view.gold.before(witness, i)
            assert row is not None  # covered offsets lie after a clause of the gold
            ok, cause = i in want and i in said[witness], ""
            if not ok:
                cause = "base text taken for something else" if i in want else "something else taken for base text"
            yield Outcome("layer_base_chars", row.get("stage", ""), row["id"], witness, int(ok), int(i in said[witness]),
                          int(i in want), cause, f"{witness}:{i} {view.words(witness, i, i + SIDE)}")


def _owners(view: View, witness: str) -> list[str]:
    """Speaker of each character: that of the innermost segment."""
    speakers = [""] * len(view.text[witness])
    rows = [row for row in view.rows["segments"] if view.witness(row) == witness]
    for _, row in sorted(enumerate(rows), key=lambda pair: (pair[1].start - pair[1].end, -pair[0])):
        speakers[row.start:row.end] = [row.speaker] * (row.end - row.start)
    return speakers


def speakers(view: View) -> Iterator[Outcome]:
    """Letters of each stretch of commentary: how many have the right speaker."""
    owners: dict[str, list[str]] = {}
    for row in view.gold.rows.get("speakers", ()):
        witness, start, end = row["witness"], int(row["start"]), int(row["end"])
        if witness not in owners:
            owners[witness] = _owners(view, witness)
        who = view.author.get(witness, "") if row["speaker"] == "AUTHOR" else row["speaker"]
        letters = [i for i in range(start, end) if view.text[witness][i].isalpha()]
        right = sum(key(owners[witness][i]) == key(who) for i in letters)
        cause = f"words of {who} given to another" if len(letters) - right > FEW else ""
        yield Outcome("speaker_chars", view.gold.stage(witness, start), f"{witness}:{start}", who, right, len(letters),
                      len(letters), cause, f"{witness}:{start} {view.words(witness, start, start + 12)}")


class _Letters:
    """Letters of the base text of one witness, counted; ends of clauses are told by their last letter."""

    def __init__(self, view: View, witness: str) -> None:
        self.offsets = sorted(base_letters(view, witness)[witness])
        self.index = {offset: k for k, offset in enumerate(self.offsets)}
        self.forced = {k for k in range(len(self.offsets) - 1) if self.offsets[k + 1] != self.offsets[k] + 1}

    def last(self, end: int) -> int | None:
        """Number of the last letter before an offset."""
        at = end - 1
        while at >= 0 and at not in self.index and end - at < LOOK_BACK:
            at -= 1
        return self.index.get(at)

    def around(self, text: str, k: int) -> str:
        """The letters on both sides of the end after letter k."""
        left, right = self.offsets[max(0, k - SIDE + 1):k + 1], self.offsets[k + 1:k + SIDE]
        return "".join(text[i] for i in left) + "|" + "".join(text[i] for i in right)


def _wanted_ends(rows: list[Row], letters: _Letters) -> tuple[set[int | None], set[int | None]]:
    """Ends of clauses that the gold wants, and ends that count neither way."""
    wanted: set[int | None] = set()
    optional: set[int | None] = set()
    for row in rows:
        (optional if row.get("optional_after") else wanted).add(letters.last(int(row["end"])))
        own = [i for i in range(int(row["start"]), int(row["end"])) if i in letters.index]
        optional.update(letters.index[own[int(k)]] for k in (row.get("optional_inside") or "").split(";") if k)
    return wanted, optional


def boundaries(view: View) -> Iterator[Outcome]:
    """Ends of clauses in the witnesses that print no marks, told by the last letter of the base text."""
    covered = covered_offsets(view)
    for witness in sorted(set(view.gold.starts) - {PUNCTUATED}):
        letters, inside = _Letters(view, witness), covered.get(witness, set())
        wanted, optional = _wanted_ends([row for row in view.gold.clauses if row["witness"] == witness], letters)
        said = {letters.last(row.end) for row in view.rows["clauses"]
                if row.layer == "base" and view.witness(row) == witness and row.end - 1 in inside}
        count = len(letters.offsets)
        edge: set[int | None] = {None, count - 1}
        edge |= {k for k in range(count - 1) if letters.offsets[k + 1] - 1 not in inside}
        for k in sorted(k for k in (wanted | said) - optional - edge if k is not None):
            yield from _boundary(view, witness, letters, k, k in said, k in wanted)


def _boundary(view: View, witness: str, letters: _Letters, k: int, said: bool, wanted: bool) -> Iterator[Outcome]:
    offset = letters.offsets[k]
    row = view.gold.before(witness, offset)
    assert row is not None  # letters of the base text lie in clauses of the gold
    cause = "" if said and wanted else "end of a clause not seen" if wanted else "a clause cut in two"
    for figure in ("clause_boundaries_all", "clause_boundaries_inner"):
        if figure == "clause_boundaries_inner" and k in letters.forced:
            continue
        yield Outcome(figure, row.get("stage", ""), row["id"], witness, int(said and wanted), int(said), int(wanted),
                      cause, f"{witness}:{offset} {letters.around(view.text[witness], k)}")

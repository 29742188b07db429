"""Base clauses and the clauses of another witness of the same base text.

The base text of a witness is compared with that of the first that carries the stage, graph by
graph; clauses that share graphs in their order go together, however each witness is cut. What only
one of the two has stands in a row of its own, 1-0 or 0-1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from ..lemmata import bare
from ..model import Alignment, Clause, Stage

RECORD = "記"
BASE = ("base", "record")
SEED = 4  # graphs in a row that are the same words, wherever they stand; no more are replaced by as many others
SAME = 0.5  # share of the shorter text that must recur for two texts to be one; share of a clause for a link
UNLIKE = 2  # how much longer than the other a clause may be that stands in its place without a graph in common

Link = tuple[int, int]


class Pairs(NamedTuple):
    """Links between clauses of two texts, by number, and how many graphs each pair shares."""

    links: list[Link]
    shared: Counter[Link]


def align_parallels(clauses: Sequence[Clause], witness_ids: Sequence[str], stages: Sequence[Stage]) -> list[Alignment]:
    """Rows of `alignments` of kind parallel.

    Parameters
    ----------
    clauses : sequence of Clause
        All clauses of the chapter; those of the base text and the 記 are aligned.
    witness_ids : sequence of str
        Witnesses in the order of the manifest: the first that carries a stage is the base.
    stages : sequence of Stage
        The stage table; the 記 may be quoted in any order, all else keeps its own.

    Returns
    -------
    list of Alignment
        Rows by witness, then by the order of the base. None for two witnesses that carry different
        text of a stage, as where one breaks off before the other begins.
    """
    records = {stage.stage_id for stage in stages if stage.phase == RECORD}
    carried: dict[tuple[bool, str], dict[str, list[Clause]]] = {}
    for clause in clauses:
        if clause.layer in BASE:
            key = clause.layer == "record" or clause.stage_id in records, clause.stage_id
            carried.setdefault(key, {}).setdefault(clause.witness_id, []).append(clause)
    rows: dict[str, list[Alignment]] = {witness_id: [] for witness_id in witness_ids}
    numbers: Counter[str] = Counter()
    for (record, _), texts in sorted(carried.items(), key=lambda item: item[0][0]):  # the 記 last
        first, *others = [witness_id for witness_id in witness_ids if witness_id in texts] or [""]
        for other in others:
            for some in pair_texts(texts[first], texts[other], anywhere=record):
                numbers[other] += 1
                group = f"{other}-g{numbers[other]:04d}"
                rows[other] += [Alignment(group, one, two, other, "parallel", score) for one, two, score in some]
    return [row for witness_id in witness_ids for row in rows[witness_id]]


def pair_texts(
    one: Sequence[Clause], two: Sequence[Clause], *, anywhere: bool = False
) -> Iterator[list[tuple[str, str, float]]]:
    """Groups of the clauses of two texts: ids, one of them empty for a clause alone, and likeness 0 to 1.

    Nothing where the two are not the same text. With `anywhere` their parts may stand in another order.
    """
    left, right = [bare(clause.norm) for clause in one], [bare(clause.norm) for clause in two]
    pairs = _match_anywhere(left, right) if anywhere else match_norms(left, right)
    if sum(pairs.shared.values()) < SAME * min(sum(map(len, left)), sum(map(len, right))):
        return
    for links in _groups(pairs.links, len(left), len(right)):
        i, j = {i for i, _ in links if i >= 0}, {j for _, j in links if j >= 0}
        length = sum(len(left[k]) for k in i) + sum(len(right[k]) for k in j)
        score = round(2 * sum(pairs.shared[link] for link in links) / max(length, 1), 3)
        yield [(one[i].clause_id if i >= 0 else "", two[j].clause_id if j >= 0 else "", score) for i, j in links]


def match_norms(left: Sequence[str], right: Sequence[str], least: int = 1) -> Pairs:
    """Links between the clauses of two texts in one order; runs of fewer than `least` graphs are no likeness.

    Runs of equal clauses are sought first, and single graphs only between them.

    >>> match_norms(["主人坐取爵於上篚以降", "賓降"], ["主人坐取爵於上篚", "以降", "賓降"]).links
    [(0, 0), (0, 1), (1, 2)]
    >>> match_norms(["司射反位", "許", "拜"], ["司射復位", "諾", "拜"]).links
    [(0, 0), (1, 1), (2, 2)]
    """
    shared: Counter[Link] = Counter()
    instead: Counter[Link] = Counter()
    a = c = 0
    for i, j, size in _blocks(left, right):
        _match_graphs(left[a:i], right[c:j], (a, c), least, (shared, instead))
        for k in range(size):
            shared[i + k, j + k] += len(left[i + k])
        a, c = i + size, j + size
    links = [
        (i, j) for i, j in dict.fromkeys([*shared, *instead])
        if shared[i, j] + instead[i, j] / 2 >= SAME * min(len(left[i]), len(right[j]))
    ]
    links = sorted([*links, *_left_over(links, left, right)])
    return Pairs(links, Counter({link: shared[link] for link in links}))


def _blocks(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Runs of equal clauses, long enough to be the same words, and the end of both."""
    for i, j, size in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        if not size or sum(map(len, left[i:i + size])) >= SEED:
            yield i, j, size


def _match_graphs(left: Sequence[str], right: Sequence[str], offset: Link, least: int,
                  counts: tuple[Counter[Link], Counter[Link]]) -> None:
    """Count the graphs that clauses share, and those that stand in each other's place."""
    shared, instead = counts
    of_left = [k + offset[0] for k, norm in enumerate(left) for _ in norm]
    of_right = [k + offset[1] for k, norm in enumerate(right) for _ in norm]
    a = c = 0
    matcher = SequenceMatcher(None, "".join(left), "".join(right), autojunk=False)
    for i, j, size in matcher.get_matching_blocks():
        if size and size < least:
            continue
        if i - a == j - c <= SEED:
            instead.update(zip(of_left[a:i], of_right[c:j], strict=True))
        shared.update(zip(of_left[i:i + size], of_right[j:j + size], strict=True))
        a, c = i + size, j + size


def _left_over(links: Sequence[Link], left: Sequence[str], right: Sequence[str]) -> Iterator[Link]:
    """Single clauses of both sides that stand in one place between clauses that are linked."""
    edges = [(-1, -1), *sorted(links), (len(left), len(right))]
    for (a, c), (b, d) in pairwise(edges):
        if b - a == d - c == 2:
            lengths = sorted((len(left[a + 1]), len(right[c + 1])))
            if lengths[0] and lengths[1] <= UNLIKE * lengths[0]:
                yield a + 1, c + 1


def _match_anywhere(left: Sequence[str], right: Sequence[str]) -> Pairs:
    """The same where the parts of one text stand in another order in the other: what is left is matched again."""
    links: list[Link] = []
    shared: Counter[Link] = Counter()
    while True:
        rows = sorted(set(range(len(left))) - {i for i, _ in links})
        columns = sorted(set(range(len(right))) - {j for _, j in links})
        more = match_norms([left[i] for i in rows], [right[j] for j in columns], SEED)
        found = [(i, j) for i, j in more.links if more.shared[i, j]]
        if not found:
            return Pairs(sorted(links), shared)
        links += [(rows[i], columns[j]) for i, j in found]
        shared.update({(rows[i], columns[j]): more.shared[i, j] for i, j in found})


def _groups(links: Sequence[Link], rows: int, columns: int) -> list[list[Link]]:
    """Links that hang together, and what has none (-1 for the other side), in the order of the first text."""
    of_left: dict[int, list[Link]] = {}
    of_right: dict[int, list[Link]] = {}
    for i, j in links:
        group = of_left.get(i, of_right.get(j, []))
        other = of_right.get(j, group)
        if other is not group:
            group += other
        group.append((i, j))
        for a, b in group:
            of_left[a] = of_right[b] = group
    out = [((i, 0, 0), group) for i, group in sorted(of_left.items()) if min(group)[0] == i]
    out += [((i, 0, 0), [(i, -1)]) for i in range(rows) if i not in of_left]
    before = -1
    for j in range(columns):
        if j in of_right:
            before = max(i for i, _ in of_right[j])
        else:
            out.append(((before, 1, j), [(-1, j)]))
    return [sorted(group) for _, group in sorted(out, key=lambda item: item[0])]

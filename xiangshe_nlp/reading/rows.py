"""What is shown side by side: a stretch of base text with all that stands on it, and its rows in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..model import Action, Citation, Clause, Gloss, Mention, Segment, Variant, Witness, own_offsets


@dataclass(frozen=True)
class Stretch:
    """Clauses of one stretch of base text, with all that stands on them.

    `translations` holds pairs of a witness and its words; `notes` are in the order of the witnesses. `lost`
    says so where the translations have what no classical witness has.
    """

    clauses: tuple[Clause, ...]
    mentions: tuple[Mention, ...] = ()
    actions: tuple[Action, ...] = ()
    notes: tuple[Segment, ...] = ()
    translations: tuple[tuple[Witness, str], ...] = ()
    variants: tuple[Variant, ...] = ()
    glosses: tuple[Gloss, ...] = ()
    citations: tuple[Citation, ...] = ()
    lost: str = ""


def own_text(row: Clause | Segment) -> str:
    """The text of a row without what interrupts it."""
    return "".join(row.text[offset - row.start] for offset in own_offsets(row.start, row.end, row.skip)).strip()


def describe(action: Action) -> str:
    """Who does an act, to what, toward whom and where, in a line; an agent that is not written in brackets."""
    agents = action.agents.replace("+", "、")
    parts = [agents if action.agent_source == "explicit" else f"〔{agents}〕" if agents else ""]
    parts += [action.object, f"→ {action.recipient}" if action.recipient else "", action.place and f"於{action.place}",
              action.facing, f"×{action.count}" if action.count else "", "不" if action.negated else ""]
    return "  ".join(part for part in parts if part)


def compare(variant: Variant, titles: Mapping[str, str]) -> tuple[str, str]:
    """The two sides of a variant: what stands here, and whose other reading; 從 where the other agrees."""
    other = titles.get(variant.other_witness, variant.other_witness)
    if variant.reading == variant.other_reading:
        return variant.reading, f"從 {other}"
    return f"{variant.reading} ]", f"{other} {variant.other_reading}"

"""Collation: same words, and the kinds of difference."""

from __future__ import annotations

from functools import cache

from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.collation import _words, collate_witnesses, compare
from xiangshe_nlp.links import link_comments
from xiangshe_nlp.model import Clause, Link, Segment, Variant
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.paths import seeds_folder
from xiangshe_nlp.staging import place_stages, stage_starts
from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments


def text(witness: str, words: str, layer: str = "base", script: str = "Hant") -> tuple[Segment, Clause]:
    name, norm = f"{witness}-{layer}", fold(words, script)
    segment = Segment(name, witness, layer, "", "", 0, len(words), words, "", norm, "")
    return segment, Clause(f"{name}-c", name, witness, layer, 1, 0, len(words), words, "", norm, "。", True, "")


def collate(*rows: tuple[Segment, Clause], links: tuple[Link, ...] = ()) -> list[tuple[str, str, str]]:
    found = collate_witnesses([segment for segment, _ in rows], [clause for _, clause in rows], links)
    return [(row.kind, row.reading, row.other_reading) for row in found]


@cache
def of_the_seeds() -> tuple[dict[str, str], tuple[Variant, ...]]:
    chapter = read_chapter(load_manifest(seeds_folder()), "xiangshe")
    segments = place_stages(read_segments(chapter), chapter.stages)
    clauses = segment_clauses(segments, chapter, stage_starts(segments, chapter.stages))
    return chapter.texts, tuple(collate_witnesses(segments, clauses, link_comments(segments, clauses)))


def test_forms_of_one_graph_are_orthographic() -> None:
    # 003 三耦初射 and 001 再請射: 適堂西 and 适堂西
    assert collate(text("a", "由司馬之南適堂西"), text("b", "由司馬之南适堂西")) == [("orthographic", "適", "适")]


def test_words_that_recur_alike_are_no_variant() -> None:
    assert collate(text("a", "由司馬之南適堂西"), text("b", "由司馬之南適堂西")) == []
    # three graphs are too short to be the same words
    assert collate(text("a", "獲者執旌適堂西"), text("b", "司馬命弟子适堂西而立")) == []


def quotation(words: str) -> Link:
    return Link("l", "a-subcommentary", 0, len(words), "headword", "a", "base", "a-base-c", "a-base-c", 1.0, "")


def test_a_quotation_that_leaves_a_graph_out_omits_it() -> None:
    # 004 無算爵: 皆不拜受，禮又殺也 and 云“皆不拜受，禮殺也”
    rows = text("a", "皆不拜受，禮又殺也"), text("a", "皆不拜受，禮殺也", "subcommentary")
    assert collate(*rows, links=(quotation("皆不拜受，禮殺也"),)) == [("omitted", "又", "∅")]


def test_another_graph_is_substantive() -> None:
    # 003 獻工, the editors: 著 is 衆 in the common print of the note
    one, two = (_words([text("a", words)[0]]) for words in ("而著笙不洗者", "而衆笙不洗者"))
    found = [(kind, one.text[a:b], two.text[c:d]) for kind, a, b, c, d in compare(one, two)]
    assert found == [("substantive", "著", "衆")]


def test_simplified_graphs_are_no_variants() -> None:
    simplified = text("b", "司正实觯降自西阶中庭北面坐奠觯兴退少立", script="Hans")
    assert collate(text("a", "司正實觶降自西階中庭北面坐奠觶興退少立"), simplified) == []


def test_words_of_another_book_are_no_quotation() -> None:
    # 003 三耦初射, 鄭玄: 大射曰左執弣 …
    base = text("a", "司馬適堂西不決遂袒執弓")
    assert collate(base, text("b", "大射曰司馬适堂西不決遂袒執弓", "commentary")) == []
    assert collate(base, text("b", "上經云司馬适堂西不決遂袒執弓", "commentary")) == [("orthographic", "適", "适")]


def test_the_seeds_differ_so() -> None:
    texts, found = of_the_seeds()
    assert {row.kind for row in found} >= {"orthographic", "omitted"}
    for row in found:
        assert row.start is not None and row.end is not None
        if row.other_reading != "∅":
            assert texts[row.other_witness][row.start:row.end] == row.other_reading
    quoted = [row for row in found if row.reporter == "敖繼公"]  # 001 取矢乘矢: 上經云司馬适堂西 …
    assert [(row.witness_id, row.reading, row.other_witness, row.other_reading) for row in quoted] == [
        ("jishi", "適", "benyi", "适")]


def test_ids_are_unique_and_in_order() -> None:
    _, found = of_the_seeds()
    assert [row.variant_id for row in found] == [f"v{k:04d}" for k in range(1, len(found) + 1)]

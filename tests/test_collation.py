"""Collation: same words, and the kinds of difference."""

from __future__ import annotations

import hashlib
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from xiangshe_nlp.alignment.parallels import align_parallels
from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.collation import collate_witnesses
from xiangshe_nlp.collation.words import compare, read_words
from xiangshe_nlp.corpus import build_chapter, read_chapters
from xiangshe_nlp.links import link_comments
from xiangshe_nlp.model import Alignment, Clause, Link, Segment, Variant
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
    one, two = (read_words([text("a", words)[0]]) for words in ("而著笙不洗者", "而衆笙不洗者"))
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


CHANGES = [  # in 003: the words that stand there, what the copy reads, and the variant that is found
    ("賓荅再拜", "賓荅載拜", ("substantive", "再", "載")),
    ("主人反位", "主人復位", ("substantive", "反", "復")),
    ("主人坐取爵於上篚", "主人坐取於上篚", ("omitted", "爵", "∅")),
    ("乃張侯", "張侯", ("omitted", "乃", "∅")),
    ("羮定", "羹定", ("orthographic", "羮", "羹")),
    ("賓及衆賓遂從之", "", ("omitted", "賓及衆賓遂從之", "∅")),
    ("三耦卒射", "三耦皆卒射", ("omitted", "∅", "皆")),
]


@cache
def with_a_copy(folder: Path) -> tuple[str, list[Alignment], list[Variant], dict[str, Clause]]:
    """The seeds and a copy of 003 in which some graphs are changed and some left out."""
    shutil.copytree(seeds_folder(), folder, dirs_exist_ok=True)
    words = (folder / "003_ba1a4fb2e201d5bd.txt").read_bytes().decode()
    for one, two, _ in CHANGES:
        words = words.replace(one, two, 1)
    (folder / "copy.txt").write_bytes(words.encode())
    manifest = (folder / "corpus.toml").read_text(encoding="utf-8")
    row = next(part for part in manifest.split("[[witnesses]]") if 'witness_id = "jishi"' in part)
    row = row.replace('witness_id = "jishi"', 'witness_id = "copy"').replace("003_ba1a4fb2e201d5bd.txt", "copy.txt")
    row = re.sub(r'sha256 = ".*"', f'sha256 = "{hashlib.sha256(words.encode()).hexdigest()}"', row)
    row = re.sub(r"chars = \d+", f"chars = {len(words)}", row)
    (folder / "corpus.toml").write_text(f"{manifest}\n[[witnesses]]{row}", encoding="utf-8")
    rows = build_chapter(read_chapters(folder)[0])
    parallel = [row for row in rows["alignments"] if row.kind == "parallel"]
    return words, parallel, list(rows["variants"]), {clause.clause_id: clause for clause in rows["clauses"]}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Alignment], list[Variant], dict[str, Clause]]:
    return with_a_copy(tmp_path_factory.mktemp("copied") / "corpus")


def test_base_witnesses_are_paired(copied: tuple[str, list[Alignment], list[Variant], dict[str, Clause]]) -> None:
    _, rows, _, clauses = copied
    assert {row.target_witness for row in rows} == {"copy"}
    for side, witness_id in ((0, "jishi"), (1, "copy")):
        named = {(row.base_id, row.target_id)[side] for row in rows} - {""}
        assert named == {c.clause_id for c in clauses.values() if c.witness_id == witness_id and c.layer == "base"}
    unlike = {clauses[row.base_id].norm for row in rows if row.score < 1}
    assert {"主人反位", "主人坐取爵於上篚", "乃張侯", "賓及衆賓遂從之"} <= unlike
    assert len(unlike) <= len(CHANGES)
    assert [clauses[row.base_id].norm for row in rows if not row.target_id] == ["賓及衆賓遂從之"]


def test_variants_of_base_witnesses(copied: tuple[str, list[Alignment], list[Variant], dict[str, Clause]]) -> None:
    words, _, variants, clauses = copied
    found = [row for row in variants if row.witness_id == "jishi" and row.other_witness == "copy"]
    assert sorted((row.kind, row.reading, row.other_reading) for row in found) == sorted(want for *_, want in CHANGES)
    for row in found:
        assert row.start is not None and row.end is not None
        assert row.reading == "∅" or row.reading in clauses[row.base_id].text
        assert row.other_reading == "∅" or words[row.start:row.end] == row.other_reading
    before = {row.reading: words[row.start:row.end] for row in found if row.other_reading == "∅"}
    assert before == {"爵": "於", "乃": "張", "賓及衆賓遂從之": "及"}


def pair(one: list[str], two: list[str], layer: str = "base") -> tuple[list[Segment], list[Clause], list[Alignment]]:
    """Two texts, a clause each, and their alignment."""
    rows = [text(witness, "。".join(words), layer) for witness, words in (("a", one), ("b", two))]
    clauses = []
    for (segment, clause), words in zip(rows, (one, two), strict=True):
        start = 0
        for k, some in enumerate(words):
            clauses.append(clause._replace(clause_id=f"{clause.clause_id}{k}", start=start, end=start + len(some),
                                           text=some, norm=fold(some), segment_id=segment.segment_id))
            start += len(some) + 1
    return [segment for segment, _ in rows], clauses, align_parallels(clauses, ["a", "b"], ())


def two_texts(one: list[str], two: list[str]) -> list[tuple[str, str, str]]:
    """Variants that are found by way of the alignment of two texts."""
    segments, clauses, pairs = pair(one, two)
    return [(row.kind, row.reading, row.other_reading) for row in collate_witnesses(segments, clauses, (), pairs)]


TEXT = ["主人坐取爵於上篚", "以降", "賓降", "主人阼階前西面坐奠爵", "興", "辭降", "賓對"]


def test_a_lacuna_is_no_omission() -> None:
    # 003 主人獻賓: a witness that begins or breaks off within it omits nothing
    assert two_texts(TEXT, TEXT[2:]) == two_texts(TEXT, TEXT[:5]) == two_texts(TEXT[:5], TEXT) == []
    assert two_texts(TEXT, TEXT[:4] + TEXT[5:]) == [("omitted", "興", "∅")]
    assert two_texts(TEXT[:4] + TEXT[5:], TEXT) == [("omitted", "∅", "興")]


def test_other_cuts_are_no_variant() -> None:
    assert two_texts(TEXT, ["主人坐取爵於上篚以降", *TEXT[2:]]) == []
    assert two_texts(TEXT, [*TEXT[:4], "興辭降賓對"]) == []


def test_other_text_is_no_parallel() -> None:
    # 003 and 001 follow upon one another; without a stage table they are one stage
    assert two_texts(TEXT, ["司馬適堂西", "袒執弓", "由其位南進", "升自西階"]) == []
    other = [text("b", "司馬適堂西")[1], text("a", "主人坐取爵於上篚")[1]]
    assert align_parallels(other, ["a", "b"], ()) == []


def test_what_is_left_out_stands_before_a_letter() -> None:
    # 003 主人獻賓: 篚 left out at the end of its clause stood before 以降
    segments, clauses, pairs = pair(TEXT, ["主人坐取爵於上", *TEXT[1:]])
    row, = collate_witnesses(segments, clauses, (), pairs)
    assert (row.kind, row.reading, row.start) == ("omitted", "篚", len("主人坐取爵於上。"))


def test_paired_words_are_compared_in_their_own_place() -> None:
    # 003 三耦拾取矢 and 001 再請射 write 適 and 适 in the same words; a witness of both is compared with each
    one = ["由司馬之南適堂西", "三耦拾取矢進坐", "由司馬之南适堂西"]
    assert two_texts(one, [one[0], one[2]]) == [("omitted", "三耦拾取矢進坐", "∅")]


def test_the_record_in_any_order() -> None:
    """記: witnesses quote its sentences where they need them."""
    one = ["大夫降", "立于堂西以俟射", "司射視算", "與獻釋獲者釋弓矢", "禮射不主皮", "主皮之射者", "勝者又射", "不勝者降"]
    two = [*one[4:], *one[2:4], *one[:2]]
    _, clauses, pairs = pair(one, two, "record")
    norm = {clause.clause_id: clause.norm for clause in clauses}
    assert [(norm[row.base_id], norm[row.target_id]) for row in pairs] == [
        (words, words) for words in (clause.norm for clause in clauses[:len(one)])]

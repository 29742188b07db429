"""Tokens of all layers, and the faults that people report of jieba (numbers are its issues)."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.corpus import read_chapters
from xiangshe_nlp.lexicon import load_vocabulary
from xiangshe_nlp.model import UPOS, Chapter, Clause, Segment, Token, Witness
from xiangshe_nlp.modern.tokens import TOTAL, Cutter, read_dictionary
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.tokens import tokenize

ROOT = Path(__file__).resolve().parent.parent
MODERN = "主人在阼阶上方面朝北坐下，干杯，起立。释获人即手执最后一耦所剩余的算筹，上到西阶最高一级台阶，不上堂，报告宾。"
LETTERS = MODERN + "aB1%+ \r\n𠀀㐀〇的了是不在龘"  # among them such as jieba makes no words of
CLASSICAL = "主人坐奠爵于篚下盥洗"


def clauses_of(text: str, layer: str = "translation", skip: str = "") -> tuple[list[Clause], Chapter]:
    script = "Hans" if layer == "translation" else "Hant"
    witness = Witness("w", "x", "", "佚名", "", "zh", script, "", "", "", len(text), "", "", "unknown")
    chapter = Chapter("x", "", (witness,), {"w": text}, {}, ())
    norm = fold(text, script)
    for part in filter(None, skip.split(";")):
        a, b = map(int, part.split("-"))
        norm = norm[:a] + norm[b:]
    segment = Segment("w-s0001", "w", layer, "", "", 0, len(text), text, skip, norm, "")
    return segment_clauses([segment], chapter, {}), chapter


def tokens_of(text: str, layer: str = "translation", skip: str = "") -> list[Token]:
    return tokenize(*clauses_of(text, layer, skip))


def run(code: str, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, where nothing has been imported yet."""
    return subprocess.run(
        [sys.executable, *flags, "-c", code], capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment}, check=False
    )


CUT = (
    "import sys\n"
    "from xiangshe_nlp.modern.tokens import Cutter\n"
    f"text = {MODERN!r}\n"
    "words = Cutter(text).cut(text)\n"
)


def test_terms_of_the_rite_are_words() -> None:
    words = [token.text for token in tokens_of(MODERN)]
    for term in ("主人", "阼阶", "上方", "坐下", "干杯", "释获人", "手执", "算筹", "西阶", "上堂"):
        assert term in words
    by_text = {token.text: token for token in tokens_of(MODERN)}
    assert (by_text["释获人"].lemma, by_text["释获人"].upos, by_text["释获人"].lexicon_class) == ("釋獲者", "NOUN", "person")
    assert (by_text["起立"].lemma, by_text["起立"].upos, by_text["起立"].lexicon_class) == ("興", "VERB", "posture")
    assert by_text["不"].upos == "ADV"


def test_classical_text_is_cut_by_longest_match() -> None:
    tokens = tokens_of(CLASSICAL, "base")
    assert [token.text for token in tokens] == ["主人", "坐", "奠", "爵", "于", "篚", "下", "盥", "洗"]
    assert [token.lemma for token in tokens][4] == "於"
    assert [token.upos for token in tokens] == ["NOUN", "VERB", "VERB", "NOUN", "ADP", "NOUN", "NOUN", "VERB", "NOUN"]
    assert [token.upos for token in tokens_of("下射少右", "base")] == ["NOUN", "ADV", "VERB"]
    assert [token.text for token in tokens_of("命釋獲者", "base")] == ["命", "釋獲者"]


def test_no_word_is_invented_across_boundaries() -> None:
    """340, 243, 417: jieba made one word of 橫委其餘于中西."""
    longest = max(len(entry.form) for entry in load_vocabulary("modern"))
    words = [token.text for token in tokens_of("橫委其餘于中西", "base")]
    assert max(map(len, words)) <= 2
    invented = "他来到了网易杭研大厦"  # 杭研 is jieba's own example of a word that it invents
    assert "杭研" not in [token.text for token in tokens_of(invented)]
    assert max(len(token.text) for token in tokens_of(MODERN)) <= longest


def test_an_interrupted_word_is_not_one_token() -> None:
    tokens = tokens_of("釋獲〈案〉者坐", "base", "2-5")
    assert [(token.text, token.start) for token in tokens] == [("釋", 0), ("獲", 1), ("者", 5), ("坐", 6)]


def test_classical_layers_do_not_rest_on_tags_of_jieba() -> None:
    """383, 516: traditional words get tag x there."""
    assert "X" not in {token.upos for token in tokens_of("賓降主人辭降", "base")}


def test_the_tokenizer_of_others_is_left_alone() -> None:
    """739, 743: one dictionary for all callers; theirs cuts as before, and no shared cache is written."""
    code = (
        "import logging, jieba\n"
        "jieba.setLogLevel(logging.CRITICAL)\n"
        "theirs = '释获人手执算筹，司射袒露左臂，主人至阼阶上方'\n"
        "before = jieba.lcut(theirs, HMM=False), len(jieba.dt.FREQ), jieba.dt.total, logging.getLogger('jieba').level\n"
        + CUT +
        "after = jieba.lcut(theirs, HMM=False), len(jieba.dt.FREQ), jieba.dt.total, logging.getLogger('jieba').level\n"
        "assert before == after, (before, after)\n"
        "assert words != jieba.lcut(text, HMM=False)\n"
    )
    done = run(code)
    assert done.returncode == 0, done.stderr


def test_first_cut_prints_nothing_and_writes_nothing(tmp_path: Path) -> None:
    """529, 569, 696: log lines on stderr; and a cache file in the folder that all processes share."""
    done = run(CUT, TMPDIR=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_nothing_of_jieba_is_run() -> None:
    """1026, 1050: its import fails where warnings are errors; ours stay errors."""
    done = run(CUT + "import warnings\nassert 'jieba' not in sys.modules\nwarnings.warn('ours')\n", "-W", "error")
    assert done.stderr.strip().endswith("UserWarning: ours"), done.stderr


@lru_cache(maxsize=1)
def jieba_itself() -> Any:
    """A private tokenizer of jieba, made as it makes one, but without log lines and cache file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
    whole = jieba.Tokenizer()
    with jieba.get_dict_file() as handle:
        whole.FREQ, whole.total = whole.gen_pfdict(handle)
    whole.initialized = True
    return whole


@lru_cache(maxsize=4)
def both(letters: str) -> tuple[Cutter, Any]:
    """A cutter, and jieba with the words that the cutter has of the vocabulary."""
    cutter, whole = Cutter(letters), copy.copy(jieba_itself())
    whole.FREQ = {**whole.FREQ, **cutter.weights}
    for word in cutter.weights:
        for end in range(1, len(word)):
            whole.FREQ.setdefault(word[:end], 0)
    return cutter, whole


def test_the_dictionary_is_that_of_jieba() -> None:
    assert jieba_itself().total == TOTAL
    assert all(jieba_itself().FREQ[word] == weight for word, weight in read_dictionary("鱼缸里的水").weights.items())


def test_translations_are_cut_as_jieba_cuts_them() -> None:
    texts = [text for chapter in read_chapters() for name, text in sorted(chapter.texts.items()) if name in ("niutrans", "baihua")]
    cutter, jieba = both("".join(texts))
    lines = [line for text in texts for line in text.split("\n")]
    assert [cutter.cut(line) for line in lines] == [jieba.lcut(line, HMM=False) for line in lines]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet=LETTERS, max_size=30))
def test_any_text_is_cut_as_jieba_cuts_it(text: str) -> None:
    cutter, jieba = both(LETTERS)
    assert cutter.cut(text) == jieba.lcut(text, HMM=False)


def test_words_of_the_vocabulary_have_weights(tmp_path: Path) -> None:
    """951, 305: a user dictionary with BOM, CRLF or without a frequency; ours is the vocabulary, each word weighed."""
    weights = Cutter("释获人手执算筹").weights
    assert weights["释获人"] > 0 and weights["手执"] > 0
    assert not any(form.startswith("\ufeff") or form.endswith("\r") for form in weights)


@pytest.mark.parametrize("seed", ["0", "1"])
def test_same_tokens_whatever_the_hash_seed(seed: str) -> None:
    done = run(CUT + "print('/'.join(words))", PYTHONHASHSEED=seed)
    assert done.stdout.strip() == "/".join(Cutter(MODERN).cut(MODERN))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.text(alphabet="主人賓坐奠爵于洗降釋獲者西階東面、「」 𤣥宾释获的在上放下走a1", min_size=1, max_size=24),
    st.sampled_from(["base", "commentary", "translation"]),
)
def test_tokens_tile_their_clauses(text: str, layer: str) -> None:
    clauses, chapter = clauses_of(text, layer)
    tokens = tokenize(clauses, chapter)
    for clause in clauses:
        own = [token for token in tokens if token.clause_id == clause.clause_id]
        assert [token.seq for token in own] == list(range(1, len(own) + 1))
        assert "".join(token.text for token in own) == "".join(clause.text.split())
        assert all(text[token.start:token.end] == token.text for token in own)
        assert all(token.upos in UPOS and token.lemma for token in own)

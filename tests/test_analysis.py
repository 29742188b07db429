"""The questions put to the tables, on small tables whose answers are known beforehand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from xiangshe_nlp import tables
from xiangshe_nlp.analysis import acts, chunks, cooccurrence, coverage, frequency, stats, style
from xiangshe_nlp.model import Action, Actor, Argument, Clause, Segment, Stage, Variant, Witness

HEADINGS = (
    ("xs01", 1, "戒賓", "飲酒"), ("xs02", 2, "陳設", "飲酒"), ("xs03", 3, "速賓", "飲酒"), ("xs04", 4, "請射", "一番射"),
)


def stage_table() -> pd.DataFrame:
    return tables.to_frame("stages", [Stage(k, "xiangshe", n, h, h, p, None, "") for k, n, h, p in HEADINGS])


def clause(name: str, stage: str, *, witness: str = "jishi", layer: str = "base", seq: int = 1) -> Clause:
    text = "主人戒賓"
    return Clause(name, name.replace("c", "s"), witness, layer, seq, 0, len(text), text, "", text, "", True, stage)


def action(name: str, where: str, verb: str, agents: str, source: str = "explicit", **more: object) -> Action:
    rest = ("", "", "", "", None, False, "")
    return Action(name, where, 1, 0, 1, verb, "posture", "performed", agents, source, "rule", 0.9, *rest)._replace(**more)


@pytest.fixture
def clauses() -> pd.DataFrame:
    rows = [clause(f"jishi-c{k}", f"xs0{1 + k // 2}", seq=k) for k in range(6)]
    rows += [clause("niutrans-c1", "xs01", witness="niutrans", layer="translation"),
             clause("niutrans-c2", "xs04", witness="niutrans", layer="translation")]
    return tables.to_frame("clauses", rows)


@pytest.fixture
def actions() -> pd.DataFrame:
    rows = [
        action("a1", "jishi-c0", "戒", "主人"),
        action("a2", "jishi-c1", "拜", "賓", "resolved"),
        action("a3", "jishi-c1", "拜", "賓", "resolved", negated=True),
        action("a4", "jishi-c2", "席", "有司", "unspecified"),
        action("a5", "jishi-c3", "納", "弟子", status="commanded"),
        action("a6", "jishi-c4", "揖", "主人+賓", "resolved"),
        action("a7", "niutrans-c1", "戒", "主人"),
        action("a8", "niutrans-c2", "射", "司射"),
    ]
    return tables.to_frame("actions", rows)


def test_acts_are_performed_not_denied_and_of_the_base_text(actions, clauses):
    got = acts.select_acts(actions, clauses, stage_table())
    assert got["action_id"].tolist() == ["a1", "a2", "a4", "a6"]
    assert got["at"].tolist() == [1, 2, 3, 4] and got["rests_on"].eq("base").all()
    assert "a3" in acts.select_acts(actions, clauses, stage_table(), negated=True)["action_id"].tolist()


def test_a_translation_stands_in_only_where_no_base_text_is(actions, clauses):
    got = acts.select_acts(actions, clauses, stage_table(), gaps_from="niutrans").set_index("action_id")
    assert "a7" not in got.index  # 戒賓 is in the base text
    assert got.loc["a8", "rests_on"] == "translation"


def test_what_two_do_together_counts_for_each(actions, clauses):
    got = acts.split_agents(acts.select_acts(actions, clauses, stage_table()))
    assert got.groupby("agent").size().to_dict() == {"主人": 2, "有司": 1, "賓": 2}


def test_wilson_interval_is_that_of_the_textbook():
    low, high = stats.wilson([81], [263])  # Newcombe 1998, table I: 0.2553 to 0.3662
    assert (round(low[0], 4), round(high[0], 4)) == (0.2553, 0.3662)
    assert [float(v[0]) for v in stats.wilson([0], [0])] == [0.0, 1.0]


def test_log_likelihood_is_that_of_the_textbook():
    table = [[10, 20], [30, 15]]  # compared with scipy.stats.chi2_contingency, lambda_="log-likelihood"
    from scipy.stats import chi2_contingency

    assert stats.log_likelihood(table) == pytest.approx(chi2_contingency(table, correction=False, lambda_=0).statistic)
    assert stats.cramers_v([[5, 5], [5, 5]]) == 0


def test_correction_by_maxima_is_stricter_than_single_tests_and_skips_the_untested():
    rng = np.random.default_rng(1)
    null = rng.integers(0, 100, size=(999, 40)).astype(float)
    observed = np.full(40, 99.0)
    alone = stats.familywise_p(observed[:1], null[:, :1], [True])
    many = stats.familywise_p(observed, null, np.arange(40) != 3)
    assert np.isnan(many[3]) and np.nanmedian(many) > 10 * alone[0]


def test_false_findings_are_rare_where_nothing_differs():
    """Forty verbs spread at random over stages: at most a verb or two in forty runs is called clustered."""
    found = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        frame = pd.DataFrame({"action_id": range(300), "stage_id": rng.integers(0, 12, 300).astype(str),
                              "action": rng.integers(0, 15, 300).astype(str)})
        found += frequency.measure_dispersion(frame, repeats=199)["verdict"].eq("clustered").sum()
    assert found <= 3


def test_resampling_is_the_same_in_every_process():
    assert stats.resample(5, 2).tolist() == [[1, 0, 1, 2, 1], [1, 2, 2, 0, 0]]
    assert stats.resample(5, 3).sum(axis=1).tolist() == [5, 5, 5]
    assert (stats.resample(7, 50) == stats.resample(7, 50)).all()


def test_sources_and_shares_add_up(actions, clauses):
    chosen = acts.select_acts(actions, clauses, stage_table())
    got = frequency.count_sources(chosen, by="phase").iloc[0]
    assert (got["explicit"], got["resolved"], got["unspecified"], got["acts"]) == (1, 2, 1, 4)
    assert got["unnamed"] == 0.75 and got["low"] < 0.75 < got["high"]
    values = frequency.count_values(chosen, "action")
    assert values["acts"].sum() == 4 and values["share"].sum() == pytest.approx(1)


def many_acts() -> pd.DataFrame:
    """Twelve stages in two phases; 拜 only in the first, 射 only in the second, 坐 in both; few names written."""
    rows = []
    for stage in range(12):
        phase, own = ("飲酒", "拜") if stage < 6 else ("一番射", "射")
        done = [(own, "主人"), (own, "賓"), ("坐", "賓"), ("坐", "司射"), ("揖", "主人+賓")]
        for k, (verb, agent) in enumerate(done):
            source = "resolved" if k else "explicit"
            rows.append((f"a{stage}-{k}", f"xs{stage:02}", stage, phase, verb, agent, source, 0.9, "base"))
    columns = ["action_id", "stage_id", "stage_seq", "phase", "action", "agents", "agent_source", "confidence"]
    frame = pd.DataFrame(rows, columns=[*columns, "rests_on"])
    return frame.assign(at=range(1, len(frame) + 1), heading=frame["stage_id"])


def test_written_agents_mislead_and_the_interval_says_so():
    got = frequency.compare_agents(many_acts()).set_index("agent")
    assert got.loc["主人", "verdict"] == "less" and got.loc["司射", "verdict"] == "more"
    assert got.loc["賓", "written"] == 0 and got.loc["賓", "acts"] == 36 and got.loc["賓", "doubtful"] == 3.6
    assert (got["low"] <= got["difference"]).all() and (got["difference"] <= got["high"]).all()


def test_keyness_finds_the_mark_of_a_phase_and_no_other():
    got = frequency.compare_groups(many_acts()).set_index(["phase", "action"])["verdict"]
    assert got["飲酒", "拜"] == "more" and got["飲酒", "射"] == "less"
    assert got["飲酒", "坐"] == "open" and got["飲酒", "揖"] == "open"
    assert set(got.index.get_level_values("phase")) == {"飲酒"}  # 一番射 is its mirror


def test_keyness_of_too_few_stages_is_not_asked():
    few = many_acts()[lambda a: a["stage_seq"].between(4, 7)]
    assert set(frequency.compare_groups(few)["verdict"]) == {"too few"}


def test_dispersion_is_zero_for_an_even_verb_and_high_for_one_place():
    thrice = pd.concat([many_acts()] * 3, ignore_index=True)
    got = frequency.measure_dispersion(thrice).set_index("action")
    assert got.loc["坐", "dp"] == 0 and got.loc["坐", "verdict"] == "open"
    assert got.loc["拜", "dp"] == 0.5 and got.loc["拜", "verdict"] == "clustered"


# ---- witnesses --------------------------------------------------------------------------------


def segment(name: str, text: str, *, witness: str = "jishi", layer: str = "commentary", speaker: str = "鄭玄",
            stage: str = "xs01") -> Segment:
    return Segment(name, witness, layer, speaker, "", 0, len(text), text, "", text, stage)


def witness_table() -> pd.DataFrame:
    rows = [Witness(k, "xiangshe", t, "", "", "lzh", "Hant", "marked", "", "", 9, "", "", "unknown")
            for k, t in (("jishi", "儀禮集釋"), ("zhushu", "儀禮注疏"), ("niutrans", "白話譯文"))]
    return tables.to_frame("witnesses", rows)


def test_coverage_has_every_stage_and_gaps_are_runs(clauses):
    segments = tables.to_frame("segments", [
        segment("jishi-s1", "主人戒賓", layer="base", speaker=""),
        segment("niutrans-s1", "主人告知賓", witness="niutrans", layer="translation", speaker="佚名")])
    got = coverage.measure_coverage(segments, clauses, stage_table())
    assert len(got) == 8 and got.groupby("layer")["stage_id"].nunique().eq(4).all()
    assert got.loc[got["layer"].eq("base"), "letters"].tolist() == [8, 8, 8, 0]
    gaps = coverage.find_gaps(got)
    columns = ["first_stage", "last_stage", "stages", "translation_letters"]
    assert gaps[columns].to_numpy().tolist() == [["xs04", "xs04", 1, 4]]


def test_gaps_apart_are_two_gaps():
    letters = (50, 0, 0, 30, 0)
    rows = [("jishi", "base", f"xs{k}", k, "戒賓", "", "飲酒", n, 1) for k, n in enumerate(letters)]
    columns = ["witness_id", "layer", "stage_id", "seq", "heading", "english", "phase", "letters", "clauses"]
    gaps = coverage.find_gaps(pd.DataFrame(rows, columns=columns))
    assert gaps[["first_stage", "last_stage", "stages"]].to_numpy().tolist() == [["xs1", "xs2", 2], ["xs4", "xs4", 1]]


def test_marks_are_no_letters_and_graphs_beyond_the_bmp_are():
    assert coverage.count_letters("（主人）答，再拜。 𤣥䙝") == 7


def test_estimate_of_a_gap_scales_with_the_translation():
    rows = [("jishi", "base", f"xs{k}", k, "", "", "", 50 if k != 5 else 0, 1) for k in range(10)]
    rows += [("niutrans", "translation", f"xs{k}", k, "", "", "", 100 if k != 5 else 300, 1) for k in range(10)]
    columns = ["witness_id", "layer", "stage_id", "seq", "heading", "english", "phase", "letters", "clauses"]
    got = coverage.estimate_gaps(pd.DataFrame(rows, columns=columns), "niutrans").iloc[0]
    assert (got["estimate"], got["low"], got["high"]) == (150, 150, 150)


def test_lost_graphs_are_counted_where_they_stood(clauses):
    lost = Variant("v1", "lost-glyph", "jishi", "jishi-c2", "", "", "弦", "jishi-s9", 3, 3, "", "")
    note = lost._replace(variant_id="v2", base_id="", segment_id="jishi-s1")
    other = lost._replace(variant_id="v3", kind="reported")
    segments = tables.to_frame("segments", [segment("jishi-s1", "戒猶警也", stage="xs03")])
    got = coverage.count_damage(tables.to_frame("variants", [lost, note, other]), segments, clauses)
    assert got.to_numpy().tolist() == [["jishi", "base", "xs02", 1], ["jishi", "commentary", "xs03", 1]]


# ---- commentators -----------------------------------------------------------------------------


def note_table() -> pd.DataFrame:
    """鄭玄 in two witnesses and 賈公彥, in formulas of their own; a third voice with one note."""
    zheng = ["戒猶警也速召也", "肉謂之羹定猶孰也", "榮屋翼也阼階東階也", "引手曰厭少進差在前也"]
    jia = ["云“皆進”者以其將飲者於右故云此也", "釋曰此論請坐之事故云者此", "知者以此經云故知也云此者"]
    rows = [segment(f"jishi-s{k}", zheng[k % 4]) for k in range(60)]
    rows += [segment(f"zhushu-s{k}", zheng[k % 4], witness="zhushu") for k in range(60)]
    rows += [segment(f"zhushu-t{k}", jia[k % 3], witness="zhushu", layer="subcommentary", speaker="賈公彥")
             for k in range(60)]
    rows += [segment("jishi-s99", "卒盡也", speaker="敖繼公")]
    rows += [segment("jishi-s98", "主人戒賓", layer="base", speaker="")]
    return style.select_notes(tables.to_frame("segments", rows), witness_table())


def test_a_man_copied_twice_is_two_voices_and_quotations_are_not_his_words():
    notes = note_table()
    assert notes["voice"].drop_duplicates().tolist() == ["鄭玄·儀禮集釋", "鄭玄·儀禮注疏", "賈公彥", "敖繼公"]
    assert not notes["own"].str.contains("皆進").any()


def test_a_longer_feature_is_not_counted_as_the_shorter_ones_in_it():
    names = style.feature_names()
    counts = dict(zip(names, style.count_matrix(["所以御矢也以其所是以"])[0], strict=True))
    assert (counts["所以"], counts["是以"], counts["以"], counts["所"]) == (1, 1, 1, 1)


def test_voices_differ_where_they_do_and_not_where_one_man_writes():
    notes = note_table()
    features = style.compare_features(notes).set_index("feature")
    assert features.loc["云", "verdict"] == "differs" and features.loc["云", "most"] == "賈公彥"
    verdict = {frozenset((row.voice, row.other)): row.verdict for row in style.compare_voices(notes).itertuples()}
    assert verdict[frozenset(("鄭玄·儀禮集釋", "鄭玄·儀禮注疏"))] == "open"
    assert verdict[frozenset(("賈公彥", "鄭玄·儀禮集釋"))] == "differs"


def test_a_voice_with_too_little_text_is_not_compared():
    notes = note_table()
    voices = style.measure_voices(notes).set_index("voice")["enough"]
    assert not voices["敖繼公"] and voices["鄭玄·儀禮集釋"]
    pairs = style.compare_voices(notes)
    about = pairs["voice"].eq("敖繼公") | pairs["other"].eq("敖繼公")
    assert pairs.loc[about, "verdict"].eq("too few").all() and pairs.loc[about, "distance"].isna().all()
    assert "敖繼公" not in style.compare_features(notes)[["most", "least"]].to_numpy()


def test_rates_lie_in_their_intervals():
    got = style.count_features(note_table())
    assert (got["low"] <= got["per100"]).all() and (got["per100"] <= got["high"]).all()
    yun = got[got["feature"].eq("云") & got["voice"].eq("賈公彥")].iloc[0]
    assert yun["per100"] == pytest.approx(100 * yun["hits"] / yun["letters"], abs=0.001)


def test_pieces_have_one_length_and_a_sign_that_is_fixed():
    pieces = chunks.cut_chunks(note_table(), size=120)
    assert pieces["text"].str.len().eq(120).all() and "敖繼公" not in set(pieces["voice"])
    one = pd.DataFrame({"voice": ["敖繼公", "鄭玄", "鄭玄"], "own": ["卒盡也" * 30, "戒猶警也" * 30, "速召也，" * 50]})
    assert chunks.cut_chunks(one, size=80).groupby("voice").size().to_dict() == {"鄭玄": 3}
    profiles = np.random.default_rng(3).normal(size=(12, 5))
    scores, loadings, shares = chunks.principal_axes(profiles - profiles.mean(0))
    turned, _, _ = chunks.principal_axes(profiles[::-1] - profiles.mean(0))
    assert np.allclose(scores, turned[::-1]) and (loadings.max(axis=1) == np.abs(loadings).max(axis=1)).all()
    assert shares[0] >= shares[1] > 0


def test_pieces_of_two_writers_are_told_apart_and_chance_is_told():
    notes = note_table()[lambda n: n["voice"].ne("鄭玄·儀禮注疏")]
    got = chunks.classify_chunks(chunks.cut_chunks(notes, size=80), repeats=199)
    every = got.iloc[-1]
    assert every["chunks"] == got["chunks"][:-1].sum() and every["share"] > every["chance"] and every["p"] < 0.05


# ---- encounters -------------------------------------------------------------------------------


def test_encounters_need_two_persons_and_count_each_pair_once(actions, clauses):
    roles = ("主人", "賓", "有司", "弟子")
    actors = tables.to_frame("actors", [Actor(name, name, "", "", "host", "", "") for name in roles])
    rows = [("a1", "agent", "主人", "explicit"), ("a1", "object", "賓", "explicit"), ("a2", "agent", "賓", "resolved"),
            ("a4", "agent", "有司", "unspecified"), ("a4", "recipient", "賓", "explicit"),
            ("a6", "agent", "主人", "resolved"), ("a6", "agent", "賓", "resolved"),
            ("a6", "recipient", "賓", "explicit"), ("a5", "agent", "弟子", "explicit"),
            ("a5", "recipient", "主人", "explicit")]
    arguments = tables.to_frame("arguments", [
        Argument(f"{act}-{role}-{k}", act, role, k, name, name, None, None, source, "", "", 0.9)
        for k, (act, role, name, source) in enumerate(rows)])
    chosen = acts.select_acts(actions, clauses, stage_table())
    got = cooccurrence.pair_roles(chosen, arguments, actors)
    assert got[["action_id", "agent", "recipient", "written"]].to_numpy().tolist() == [
        ["a1", "主人", "賓", True], ["a4", "有司", "賓", False], ["a6", "主人", "賓", False]]


def pairs_of(*given: tuple[str, str, int]) -> pd.DataFrame:
    rows = [(a, b) for a, b, n in given for _ in range(n)]
    frame = pd.DataFrame(rows, columns=["agent", "recipient"])
    return frame.assign(phase="飲酒", action="獻", written=False, stage_id=[f"xs{k % 5}" for k in range(len(frame))])


def test_two_who_seek_each_other_meet_more_than_chance_and_nobody_meets_himself():
    given = pairs_of(("主人", "賓", 12), ("賓", "主人", 12), ("司射", "獲者", 12), ("獲者", "司射", 12))
    got = cooccurrence.count_encounters(given, repeats=299).set_index(["agent", "recipient"])
    assert got["verdict"].eq("more").all() and got.loc[("主人", "賓"), "expected"] < 8
    agent = np.array([0, 1, 2, 0, 1, 2])
    dealt = cooccurrence._deal(agent, np.array([1, 2, 0, 2, 0, 1]), pd.Series(["飲酒"] * 6), 50)
    assert all((row != agent).all() and sorted(row) == [0, 0, 1, 1, 2, 2] for row in dealt)


def test_few_encounters_are_not_judged():
    got = cooccurrence.count_encounters(pairs_of(("主人", "賓", 2), ("賓", "主人", 2)), repeats=99)
    assert got["verdict"].eq("too few").all() and got["p_adjusted"].isna().all()
    busy = pairs_of(("主人", "賓", 12), ("賓", "主人", 12), ("司射", "弟子", 12), ("弟子", "司射", 12), ("相", "工", 12),
                    ("工", "相", 12), ("賓", "弟子", 1))
    busy = cooccurrence.count_encounters(busy, repeats=99).set_index(["agent", "recipient"])["verdict"]
    assert busy["賓", "弟子"] == "too few" and busy["主人", "賓"] != "too few"


def test_who_acts_next_does_not_cross_stages_nor_name_himself():
    got = cooccurrence.follow_roles(many_acts())
    first = got[got["stage_id"].eq("xs00")]
    assert first[["agent", "recipient", "action"]].to_numpy().tolist() == [
        ["主人", "賓", "拜→拜"], ["賓", "司射", "坐→坐"], ["司射", "主人", "坐→揖"], ["司射", "賓", "坐→揖"]]
    assert not got["agent"].eq(got["recipient"]).any()
    three = many_acts().head(3).assign(agents=["主人+賓", "賓+司射", "獲者"], stage_id=["xs00", "xs00", "xs01"])
    assert cooccurrence.follow_roles(three)[["agent", "recipient"]].to_numpy().tolist() == [["主人", "司射"]]


def test_roles_that_never_share_a_window_are_less_together_than_chance():
    one = pd.DataFrame({"agents": (["主人"] * 8 + ["賓"] * 8 + ["司射"] * 4) * 12})
    one = one.assign(phase="飲酒", action_id=range(len(one)))
    got = cooccurrence.count_cooccurrence(one, window=4, repeats=299).set_index(["role", "other"])
    half = cooccurrence.count_cooccurrence(one, window=16, repeats=99).set_index(["role", "other"])
    assert half.loc[("主人", "賓"), "windows"] > 0
    assert got.loc[("主人", "賓"), "windows"] == 0 and got.loc[("主人", "賓"), "verdict"] in ("less", "open")
    assert (got["low"] <= got["expected"]).all() and (got["expected"] <= got["high"]).all()


def test_every_question_gives_the_same_answer_twice(actions, clauses):
    for ask in (frequency.compare_agents, frequency.compare_groups, frequency.measure_dispersion):
        pd.testing.assert_frame_equal(ask(many_acts()), ask(many_acts()))
    notes = note_table()
    for ask in (style.count_features, style.compare_features, style.compare_voices):
        pd.testing.assert_frame_equal(ask(notes), ask(notes))

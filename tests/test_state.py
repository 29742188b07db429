"""Posture and hands, as rules.csv has them."""

from __future__ import annotations

from xiangshe_nlp.state import Body, apply_act, can_do, transitions


def test_what_one_holds_one_may_put_down() -> None:
    body = apply_act(Body(), "取", "爵")
    assert can_do(body, "奠", "爵", "篚") and not can_do(apply_act(body, "奠", "爵", "篚"), "奠", "爵", "篚")


def test_a_cup_set_down_before_a_bow_stays_at_hand() -> None:
    assert apply_act(apply_act(Body(), "取", "爵"), "奠", "爵").hand == "near"


def test_who_has_sat_may_rise() -> None:
    assert can_do(apply_act(Body(), "坐"), "興") and can_do(apply_act(Body(), "興"), "興") is False


def test_places_are_kept_until_the_next_one() -> None:
    body = apply_act(apply_act(Body(), "立", "", "阼階上"), "拜")
    assert body.place == "阼階上"


def test_rules_have_known_values() -> None:
    for rows in transitions().values():
        for row in rows:
            assert row.hand_after in ("", "free", "near", "holds") and row.posture_after in ("", "standing", "seated")

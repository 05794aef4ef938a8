"""What somebody is asked, as data; and what choices and cards say to programs."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import every
import pytest

import hoyle
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source

IDS = [path.stem for path in every.GAMES]
GAME = """\
game "Plots" for 2 players

kind Crop : corn | rye
kind Weather : dry_spell | rain

cards Seed
    crop  : Crop
    value : 1..2
    sweet : yes_no
    rhyme : text
    written "VALUE {value} of {crop}"
    | crop | value | sweet | rhyme     | copies |
    | Crop | 1     | yes   | "TEXT it" | 2      |
    | Crop | 2     | no    | "TEXT it" | 2      |

zone hand[Player]        : set, face down, seen by owner
zone plot[Player, Crop]  : row, face up
zone shed[Player]        : row, face down

define score(p) = 0

action sow(seed in hand[you], on in Crop, for in Player)
    text "TEXT {seed} on {on}"
    move seed to plot[for, on]

action peek(card in shed[you])
    move card to hand[you]

flow
    move all(c in Seed where c.crop is corn) to hand[seat(1)]
    move all(c in Seed where c.crop is rye) to shed[seat(1)]
    repeat 3 times
        seat(1) must sow or peek if able
    seat(1) chooses 2 kept in hand[seat(1)] as keeping
        move kept to shed[seat(1)]
    seat(1) chooses up to 2 more in hand[seat(1)] as adding
        move more to shed[seat(1)]
"""


def plots(text: str = "sow", value: str = "") -> State:
    game = GAME.replace("TEXT", text).replace("VALUE ", value)
    return prepare(read_source(Source("plots.hoyle", game))).start(seed=1)


def asked(state: State) -> dict[str, Any]:
    found = state.ask(state.player)
    assert found is not None
    return found


def test_a_choice_says_what_it_touches() -> None:
    state = plots()
    question = asked(state)
    assert state.ask(1) is None
    assert (question["secret"], question["decline"], question["several"]) == (False, None, None)
    choice = question["choices"][0]
    assert choice["action"] == "sow" and state.choices[choice["n"]].text == choice["text"]
    seed, on, whose = choice["args"]
    hand = state.view(0, data=True)["zones"]["hand[0]"]["cards"]
    twins = [card["id"] for card in hand if card["look"] == seed["look"]]
    assert (seed["name"], seed["zone"], seed["cards"]) == ("seed", "hand[0]", twins) and len(twins) == 2
    assert (on["kind"], on["word"], on["zones"]) == ("Crop", "corn", ["plot[0][0]"])
    assert whose == {"name": "for", "seat": 0}
    peek = next(choice for choice in question["choices"] if choice["action"] == "peek")
    first = state.view(0, data=True)["zones"]["shed[0]"]["cards"][0]
    assert peek["args"] == [{"name": "card", "zone": "shed[0]", "place": 0, "cards": [first["id"]]}]


def test_keys_do_not_depend_on_words() -> None:
    one, other = asked(plots()), asked(plots("put", "no. "))
    assert [c["text"] for c in one["choices"]] != [c["text"] for c in other["choices"]]
    assert [c["key"] for c in one["choices"]] == [c["key"] for c in other["choices"]]
    assert one["choices"][0]["key"] == "sow(seed=Seed(corn, 1, True), on=corn, for=player 1)"


@pytest.mark.parametrize("path", every.GAMES, ids=IDS)
def test_every_choice_has_a_key_of_its_own_and_can_be_made_by_its_number(path: Path) -> None:
    game = every.game(path, every.counts(path)[0])
    for state in islice(every.moments(game, 2), 60):
        if state.over:
            break
        question = asked(state)
        assert json.loads(json.dumps(question)) == question
        keys = [choice["key"] for choice in question["choices"]]
        assert len(set(keys)) == len(keys)
        if question["several"] is None:
            one, other = state.copy(), state.copy()
            one.reply([question["choices"][-1]["n"]] if keys else [])
            other.choose(question["choices"][-1]["n"] if keys else 0)
            assert one == other


@pytest.mark.parametrize("path", every.GAMES, ids=IDS)
def test_what_is_blocked_says_by_which_rule(path: Path) -> None:
    game = every.game(path, every.counts(path)[0])
    for state in islice(every.moments(game, 3), 60):
        if state.over:
            break
        question = asked(state)
        keys = [choice["key"] for choice in (*question["choices"], *question["blocked"])]
        assert len(set(keys)) == len(keys)
        for one in question["blocked"]:
            why = state.why_not(one["text"])
            assert (one["rule"], one["why"], one["place"]) == (why.rule, why.says, why.place)
            assert one["rule"] and "n" not in one


def test_what_is_blocked_touches_the_table_as_choices_do() -> None:
    game = GAME.replace(
        "\nflow", '\nrule early "first what is small" for sow(seed, on, for)\n    must seed.value is 1\n\nflow'
    )
    question = asked(prepare(read_source(Source("plots.hoyle", game.replace("TEXT", "sow")))).start(seed=1))
    assert {choice["args"][0]["word"] for choice in question["choices"] if choice["action"] == "sow"} == {
        "VALUE 1 of corn"
    }
    first, *_ = question["blocked"]
    assert (first["rule"], first["why"], first["place"]) == ("early", "first what is small", "plots.hoyle:30")
    seed, on, _ = first["args"]
    assert seed["zone"] == "hand[0]" and len(seed["cards"]) == 2 and on["zones"] == ["plot[0][0]"]
    assert all(one["args"][0]["word"] == "VALUE 2 of corn" for one in question["blocked"])


def test_several_are_answered_at_once() -> None:
    state = plots()
    for _ in range(3):
        state.reply([next(c["n"] for c in asked(state)["choices"] if c["action"] == "peek")])
    question = asked(state)
    assert question["several"] == {"least": 2, "most": 2, "ordered": False}
    held = len(question["choices"])
    for wrong in ([0], [0, 1, 2], [0, 0], [0, held], ["x", 0], [], 7):
        with pytest.raises(hoyle.HoyleError):
            state.reply(wrong)  # type: ignore[arg-type]
    state.reply([held - 1, 0])
    assert len(state.z[state.game.program.zone_families["shed"].base]) == 3
    assert asked(state)["several"] == {"least": 0, "most": 2, "ordered": False}
    state.reply([])
    assert state.over
    with pytest.raises(hoyle.HoyleError, match="over"):
        state.reply([0])


def test_cards_say_what_is_printed_on_them() -> None:
    state = plots()
    face = state.game.card("1 of corn")
    assert (face.cards, face.copies, face.key) == ("Seed", 2, "Seed(corn, 1, True)")
    assert face.attributes == {"crop": "corn", "value": 1, "sweet": True, "rhyme": "sow it"}
    sow = state.choices[0]
    assert sow.faces == (face,) == (state.game.card(sow.values[0]),)
    assert sow.args[1] == {"name": "on", "kind": "Crop", "value": 0, "word": "corn"}
    assert state.choices[-1].faces == ()
    for wrong in ("1 of oats", 99, True, None):
        with pytest.raises(hoyle.HoyleError, match="no card"):
            state.game.card(wrong)  # type: ignore[arg-type]


def test_meta_is_plain_and_says_when_words_change() -> None:
    one, other = plots().game.meta(), plots("put").game.meta()
    assert json.loads(json.dumps(one)) == one
    assert one["schema"] == 1 and one["zones"]["plot"]["index"][1] == {"kind": "Crop", "labels": ["corn", "rye"]}
    assert one["kinds"]["Weather"] == {"members": ["dry_spell", "rain"], "labels": ["dry spell", "rain"]}
    assert one["words"] != other["words"]
    assert [look["copies"] for look in one["looks"]] == [2, 2, 2, 2]
    assert (
        one["zones"]["hand"]["private"] and not one["zones"]["plot"]["private"] and not one["zones"]["shed"]["private"]
    )

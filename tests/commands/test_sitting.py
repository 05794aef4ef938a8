"""People at the terminal: names, a curtain, taking back, the rulebook, and tables that are kept whatever happens."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import typer
from rich.console import Console

import hoyle as package
from hoyle.commands.colours import colours
from hoyle.commands.kept import tables_left
from hoyle.commands.news import news
from hoyle.commands.people import LONGEST, read_names, seated
from hoyle.commands.screen import GO_ON, MORE
from hoyle.commands.sitting import Before, Sitting
from hoyle.commands.speech import Speech, counted, sentence, speech_at, times, verbs_of
from hoyle.commands.table import Drawing
from hoyle.commands.terminal import PLAINER
from hoyle.run.events import Event, told
from hoyle.run.parts import Card, Seat, Zone
from hoyle.table import moves


def _play(pick_high: Path, *more: object) -> tuple[object, ...]:
    return ("play", pick_high.name, "--players", 2, "--bots", "first", *more)


# ------------------------------------------------------------------------------------------------ names


def test_names_are_asked_for_and_stand_everywhere(terminal: Any, pick_high: Path) -> None:
    screen = terminal(*_play(pick_high), named=None)
    screen.until("Who plays here?")
    assert "is there twice" in screen.say("Ann, ann", "Who plays here?")
    assert "only 2 seats" in screen.say("A, B, C", "Who plays here?")
    shown = screen.say("Ann", "Ann> ")
    assert "Ann (you)" in shown and "Blaise" in shown and "player" not in shown.partition("seed")[2]
    after = screen.say("1", "Ann> ")
    assert re.search(r"^  Ann plays \d (sun|moon)$", after, re.M) and re.search("^  Blaise plays ", after, re.M)
    assert "nothing that Ann is asked about" in screen.say("why dance", "Ann> ")


def test_a_curtain_is_drawn_between_two_people(terminal: Any, pick_high: Path) -> None:
    screen = terminal(*_play(pick_high, "--seed", 4), named="Ann,Bo")
    assert "Ann (you)" in screen.until("Ann> ")
    between = screen.say("1", "Enter when you sit here")
    assert "Bo is asked now" in between and "(you)" not in between
    shown = screen.say("", "Bo> ")
    assert "Bo (you)" in shown and re.search("^  Ann plays ", shown, re.M)
    alone = terminal(*_play(pick_high, "--seed", 4, "--all"), named="Ann")
    alone.until("Ann> ")
    assert "looks away" not in alone.say("1", "player 2> ")


@pytest.mark.parametrize("given", ["x" * (LONGEST + 1), "1", "\x1b[2J", "Ann,ANN"])
def test_what_is_no_name(given: str) -> None:
    with pytest.raises(typer.BadParameter):
        read_names(given)


def test_bots_have_names_that_nobody_has() -> None:
    assert read_names(" Ann  Lee , ,Bo") == ["Ann Lee", "Bo"]
    assert seated([], [0], 3) == ()
    assert seated(["Ada", "blaise"], [1, 2], 4) == ("Pierre", "Ada", "blaise", "Emmy")
    assert seated(["Ann"], [0, 1], 2) == ("Ann", "player 2")
    assert len({*seated(["Ann"], [0], 20)}) == 20


def test_names_stand_for_seats_in_what_is_typed() -> None:
    speech = Speech(("Ann", "Ann Lee", "Bo"))
    assert speech.meant("give bo and Ann Lee, not Annie") == "give player 3 and player 2, not Annie"
    assert speech.renamed("player 3 for player 12") == "Bo for player 12"


# ------------------------------------------------------------------------------------------------ sentences


OAK, OTHER_OAK, ELM = Card(0, 0, "oak"), Card(1, 0, "oak"), Card(2, 1, "elm")


def test_choices_are_told_in_sentences(pick_high: Path) -> None:
    game = package.load(str(pick_high), players=2)
    verbs, speech = verbs_of(game.model), Speech(("Ann", "Bo"), {0: "color(2)"})

    def said(*say: Any) -> str:
        return speech.words(sentence(Event(moves.CHOSEN, (), say), verbs))

    assert said(Seat(1), ": ", "play ", OAK) == "Bo plays oak"
    assert said(Seat(1), ": play") == "Bo plays"
    assert said(Seat(0), ": ", "pass") == "Ann passes"
    assert said(Seat(0), ": ", "play two and pass") == "Ann: play two and pass"
    assert said(Seat(0), ": ", "green") == "Ann: green"
    assert said(Seat(0), ": ", "playful") == "Ann: playful"
    assert said(Seat(0), " for ", Seat(1), ": ", "play ", OAK) == "Ann for Bo: play oak"
    assert said(Seat(0), " has chosen") == "Ann has chosen"
    where = Zone(0, "hand[1]", (Seat(1, own=True), " hand"))
    styled = speech.text((OAK, " to ", where))
    assert styled.plain == "oak to Bo's hand" and [span.style for span in styled.spans] == ["color(2)"]


def test_cards_that_are_alike_are_counted() -> None:
    words = Speech().words
    assert words(counted((OAK, ", ", OTHER_OAK, " and ", ELM))) == "2 x oak and elm"
    assert words(counted((ELM, ", ", OAK, " and ", OTHER_OAK, " here"))) == "elm and 2 x oak here"
    assert words(counted((OAK, ", ", OTHER_OAK, " and ", OAK))) == times("oak", 3) == "3 x oak"
    assert words(counted((OAK, " to ", OTHER_OAK))) == "oak to oak"


def test_suits_have_colours(pick_high: Path) -> None:
    game = package.load(str(pick_high), players=2)
    found = {card.text: colours(game)[game.faces.parts[card.number].look] for card in game.cards}
    assert len({style for text, style in found.items() if "sun" in text}) == 1
    assert found["1 sun"] != found["1 moon"]
    text = pick_high.read_text(encoding="utf-8").replace("sun", "red").replace("moon", "black")
    pick_high.write_text(text, encoding="utf-8")
    said = package.load(str(pick_high), players=2)
    red = next(card for card in said.cards if card.text == "1 red")
    black = next(card for card in said.cards if card.text == "1 black")
    assert colours(said)[said.faces.parts[red.number].look] == "color(1)"
    assert said.faces.parts[black.number].look not in colours(said)


def test_colours_are_left_out_where_nobody_wants_them(terminal: Any, pick_high: Path) -> None:
    colour = re.compile(r"\x1b\[[0-9;]*3[0-9]")
    for more, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        screen = terminal(*_play(pick_high), **more)
        screen.until("player 1> ")
        assert bool(colour.search(screen.raw)) is coloured


def test_signs_that_an_encoding_lacks_are_typed() -> None:
    assert "— a round’s “end”…".encode("ascii", PLAINER) == b'- a round\'s "end"...'
    assert "é\x1b".encode("ascii", PLAINER) == b"\\xe9\x1b"


# ------------------------------------------------------------------------------------------------ what fits


def test_on_a_low_screen_nothing_goes_before_it_was_seen(terminal: Any, pick_high: Path) -> None:
    screen = terminal(*_play(pick_high, "--seed", 4), lines=8)
    stops = 0
    for line in ["", "log", "1", "1", "rules", "q"]:
        shown = screen.until("player 1> ", GO_ON, MORE)
        while shown.endswith((GO_ON, MORE)):
            assert shown.count("\n") <= 8
            stops += 1
            shown = screen.say("1", "player 1> ", GO_ON, MORE)  # a number answers nothing that was not seen
        assert shown.count("\n") <= 8
        screen.type(f"{line}\n")
    screen.until("You leave the table.")
    assert stops > 5
    assert "scores: " not in screen.seen


def test_what_is_long_can_be_stopped(terminal: Any, pick_high: Path) -> None:
    screen = terminal(*_play(pick_high, "--seed", 4), lines=10)
    shown = screen.until("player 1> ", GO_ON, MORE)
    while not shown.endswith("> "):
        shown = screen.say("", "player 1> ", GO_ON, MORE)
    screen.say("rules", MORE)
    assert screen.say("q") == "q\nplayer 1> "
    screen.say("rules", MORE)
    assert "which card?" in screen.say("card")


# ------------------------------------------------------------------------------------------------ undo, rules


def test_what_was_chosen_is_taken_back_with_what_bots_did(terminal: Any, pick_high: Path) -> None:
    screen = terminal(*_play(pick_high, "--seed", 4))
    opening = screen.until("player 1> ")
    assert "nothing to take back" in screen.say("undo")
    hand = next(line for line in opening.splitlines() if line.startswith("your hand"))
    after = screen.say("1")
    card = re.search(r"player 2 plays (\d \w+)", after)
    back = screen.say("undo")
    assert card is not None and f"what was seen since stays seen: {card[1]}" in " ".join(back.split())
    assert hand in back and "player 2 plays" not in back.partition("stays seen")[2]
    assert "nothing to take back" in screen.say("undo")
    assert "player 2 plays" in screen.say("1")
    screen.say("1")
    screen.say("undo")
    assert hand in screen.say("undo")


def test_the_rulebook_is_at_hand(terminal: Any, pick_high: Path) -> None:
    screen = terminal(*_play(pick_high, "--seed", 4))
    screen.until("player 1> ")
    found = " ".join(screen.say("rules kept as").split())
    assert "A one is kept as long as possible" in found and "moon" not in found
    assert "rulebook does not say `dragon`" in screen.say("rules dragon")


# ------------------------------------------------------------------------------------------------ tables that are kept


def interrupted(screen: Any) -> None:
    """Ctrl-C: between the prompt and the reading of the answer it is taken up by neither, so it is typed again."""
    for patience in (5, 10, 40):
        screen.type("\x03")
        if screen.comes("You leave the table.", seconds=patience):
            break


def _hand(shown: str) -> str:
    return next(line for line in reversed(shown.splitlines()) if line.startswith("your hand"))


def test_a_table_is_kept_whatever_happens(terminal: Any, pick_high: Path, tmp_path: Path) -> None:
    first = terminal(*_play(pick_high, "--seed", 4), named="Ann")
    first.until("Ann> ")
    hand = _hand(first.say("1", "Ann> "))
    os.kill(first.process.pid, signal.SIGKILL)
    first.end()
    (kept,) = (tmp_path / "state").rglob("*.json")
    assert kept.stat().st_mode & 0o077 == 0

    second = terminal("play", named=None)  # the definition is kept along
    assert "1 Pick High (Ann), just now" in second.until("Which one?")
    assert "say a number from 1 to 1" in second.say("7", "Which one?")
    shown = second.say("", "Ann> ")
    assert _hand(shown) == hand and "Ann plays" in shown and "from deck" not in shown
    interrupted(second)
    assert second.comes("The game is kept: `hoyle play` goes on with it.", seconds=60)
    assert second.end() == 0

    third = terminal(*_play(pick_high), named=None)
    third.until("Go on with it?")
    assert _hand(third.say("", "Ann> ")) == hand
    assert "taken back: `play" in third.say("undo", "Ann> ")  # also what was chosen by whoever sat there before
    assert "you have chosen nothing yet" in third.say("undo", "Ann> ")
    assert _hand(third.say("1", "Ann> ")) == hand
    third.say("1", "Ann> ")
    third.say("1", "Ann> ")
    third.say("1", "scores: Ann")
    assert third.end() == 0
    assert not [*(tmp_path / "state").rglob("*.json")]


def test_a_table_that_was_waved_away_is_not_offered_again(terminal: Any, pick_high: Path) -> None:
    first = terminal(*_play(pick_high, "--seed", 4))
    first.until("player 1> ")
    assert "The game is kept" not in first.say("q", "You leave the table.")  # nothing was done at it yet
    first.end()
    for opening in ("player 1> ", "Go on with it?"):
        screen = terminal(*_play(pick_high))
        screen.until(opening)
        screen.say("n", "player 1> ")
        screen.say("1")
        screen.say("q", "goes on with it")
    for opening in ("Go on with it?", "player 1> "):
        screen = terminal(*_play(pick_high))
        assert ("You left" in screen.until(opening)) == opening.startswith("Go on")
        screen.say("n", "player 1> ")
        screen.say("q", "You leave the table.")
    third = terminal("play", named=None)
    assert third.until("Which one?").count("Pick High") == 2
    third.type("\x04")
    assert third.end() == 0 and "Traceback" not in third.seen


def test_an_answer_is_kept_before_bots_think_about_it(terminal: Any, pick_high: Path, tmp_path: Path) -> None:
    sleeper = "import time\nclass Sleeper:\n    def choose(self, seat): time.sleep(90)\n"
    (tmp_path / "sleeper.py").write_text(sleeper, encoding="utf-8")
    screen = terminal("play", pick_high.name, "--players", 2, "--bots", "sleeper:Sleeper", named="Ann")
    screen.until("Ann> ")
    screen.say("1", "Blaise is thinking")
    (kept,) = (tmp_path / "state").rglob("*.json")
    assert len(json.loads(json.loads(kept.read_text(encoding="utf-8"))["save"])["choices"]) == 1


def test_what_cannot_be_kept_is_said_and_the_game_goes_on(terminal: Any, pick_high: Path, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file, where a folder should be")
    screen = terminal(*_play(pick_high, "--seed", 4))
    screen.until("player 1> ")
    assert "is not kept if you leave" in screen.say("1")
    assert "is not kept" not in screen.say("1")
    assert "The game is kept" not in screen.say("q", "You leave the table.")


def test_files_that_are_no_tables_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "hoyle" / "tables"
    assert tables_left() == []
    folder.mkdir(parents=True)
    for number, text in enumerate(["", "[]", "{}", "\xff", '{"hoyle table": 1}', '{"hoyle table": 1, "save": "["}']):
        (folder / f"{number}.json").write_bytes(text.encode("latin-1"))
    assert tables_left() == []
    assert len([*folder.iterdir()]) == 6


def test_who_played_a_card_is_shown(tmp_path: Path) -> None:
    (tmp_path / "line.hoyle").write_text(LINE, encoding="utf-8")
    state = package.load(str(tmp_path / "line.hoyle"), players=2).start(1)
    state.choose(0)
    card, found = state.table()["line"]
    rows = dict(Drawing(state, 1, Speech(("Ann", "Bo")))._zones("line"))
    assert [word.plain for word in rows["line"]] == [f"{card} (Ann),", found]


def test_what_the_table_shows_is_folded_away(tmp_path: Path) -> None:
    (tmp_path / "line.hoyle").write_text(LINE, encoding="utf-8")
    state = package.load(str(tmp_path / "line.hoyle"), players=2).start(1)
    log = state.log
    state.choose(0)
    out, speech = Console(width=80), speech_at(state.game, ("Ann", "Bo"))
    short, long = (
        [line.plain for line in news(out, state.game, told(state, 1, log), speech, details)]
        for details in (False, True)
    )
    card, found = state.table()["line"]
    assert short == [f"  Ann plays {card} here", f"      a card from deck to Ann's hand; {found} from deck to line"]
    assert long[0] == short[0] and f"{card} from Ann's hand to line; laid is now 1; a card from" in long[1]


def test_what_one_of_several_people_has_seen_is_no_news_for_all(tmp_path: Path) -> None:
    (tmp_path / "line.hoyle").write_text(LINE, encoding="utf-8")
    state = package.load(str(tmp_path / "line.hoyle"), players=2).start(1)
    before, hand = Before(state.copy(), {}, {}, 0, ""), state.table()["hand"][0]
    state.choose(0)
    (drawn,) = {*state.table()["hand"][0]} - {*hand}
    played = state.table()["line"][0]
    alone, together = (
        Sitting._seen_since(cast(Any, SimpleNamespace(state=state, people=people)), before) for people in (False, True)
    )
    assert drawn in alone and drawn not in together
    assert played in together  # everybody has seen it


LINE = """\
game "Line" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone line         : row, face up

var laid : number = 0

action play(card in hand[you])
    text "play {card} here"
    move card to line
    laid += 1
    move top(deck) to hand[you]
    move top(deck) to line

define score(p : Player) = 0

flow
    move Tile to deck
    deal 2 from deck to hand
    repeat 2 times
        each p in Player
            p must play if able
"""

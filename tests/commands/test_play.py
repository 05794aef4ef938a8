"""`hoyle play`, watched and played, in a real terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hoyle as package
from hoyle.commands.screen import GO_ON, MORE
from hoyle.commands.told import deeds
from hoyle.read import bundled_games, read_source
from hoyle.run.carried import read_again
from hoyle.run.choices import Choice
from hoyle.run.events import Event, told
from hoyle.run.game import prepare
from hoyle.run.parts import Card, Said
from hoyle.run.why import named
from hoyle.source import Source
from hoyle.table import moves


def test_without_a_terminal_it_plays_itself(process: Any, hoyle: Any, pick_high: Path) -> None:
    shown = process("play", pick_high.name, "--seed", 7, "--players", 2)
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[:2] == ["Pick High, 2 players, seed 7", "order high, extra 1"]
    assert sum(line.startswith("  player ") for line in lines) == 8
    assert sum(line.startswith("scores: ") for line in lines) >= 2
    assert " win" in lines[-2] and lines[-2].endswith("(done)")
    assert not any(line.endswith(" ") for line in lines)
    assert hoyle("play", pick_high.name, "--seed", 7, "--players", 2).stdout == shown.stdout
    assert hoyle("play", pick_high.name, "--seed", 8, "--players", 2).stdout != shown.stdout


def test_an_ending_is_told_by_its_sentence(hoyle: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("ending done after", 'ending done "every card is played" after'))
    assert hoyle("play", pick_high.name, "--seed", 7).stdout.splitlines()[-2].endswith("(every card is played)")


@pytest.mark.parametrize("name", bundled_games())
def test_bundled_games_play_themselves(hoyle: Any, name: str) -> None:
    shown = hoyle("play", name, "--watch", "--seed", 1)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines()[-1].startswith("scores: ")


def test_a_whole_game_with_everything_one_can_say(terminal: Any, pick_high: Path) -> None:
    screen = terminal("play", pick_high.name, "--seed", 4, "--players", 2)
    opening = screen.until("player 1> ")
    assert "Pick High, 2 players, seed 4" in opening
    assert "player 1 (you)" in opening
    heading = opening.splitlines()[opening[: opening.index("player 1 (you)")].count("\n") - 2].split()
    assert heading == ["points", "hand"]
    hand = next(line for line in opening.splitlines() if line.startswith("your hand"))
    assert len(hand.removeprefix("your hand").replace("|", ",").split(",")) == 4

    assert "make that choice" in screen.say("?")
    assert "there is no choice 99" in screen.say("99")
    assert "`dance`: nothing that player 1 is asked about now is called so" in screen.say("dance")
    assert "choose by a number from 1 to " in screen.say("")
    assert "that could be any of these" in screen.say("play")
    assert "why what?" in screen.say("why")
    assert "which card?" in screen.say("card")
    assert "no card is called dragon" in screen.say("card dragon")
    assert "3 moon: rank 3, suit moon" in screen.say("card 3 MOON")
    assert "3 moon: rank 3, suit moon" in screen.say("card moon")
    assert "that is part of 12 names" in screen.say("card n")
    assert "there is no choice 99" in screen.say("why 99")
    assert f"nothing forbids `{_first_choice(opening)}`, choice 1" in screen.say("why 1")
    assert "nothing forbids" in screen.say("why play " + _first_choice(opening).removeprefix("play "))
    assert "4 cards from deck to player 2's hand" in " ".join(screen.say("log").split())
    assert "your hand" in screen.say("table")
    assert "save where?" in screen.say("save")
    assert "cannot be written" in screen.say("save no_such_folder/game")
    assert "left alone" in screen.say("save pick_high.hoyle")
    assert "saved; go on with: hoyle play --from 'my game'" in screen.say("save my game")

    for _ in range(3):
        assert "player 1" in screen.say("1")
    last = screen.say("", "scores: player 1")
    assert "win" in last
    assert screen.end() == 0
    _resume(terminal, hand)


def _resume(terminal: Any, hand: str) -> None:
    """What was saved goes on where it was, in another process, in the same way for the same choices."""
    one, two = (terminal("play", "--from", "my game", "--seed", 4) for _ in range(2))
    for screen in (one, two):
        assert hand in screen.until("player 1> ")
        assert "player 2" in screen.say("1")
        for _ in range(2):
            screen.say("1")
        screen.say("1", "scores: player 1")
        assert screen.end() == 0
    assert one.seen == two.seen


def _first_choice(shown: str) -> str:
    return next(line for line in shown.splitlines() if line.startswith("1 play")).split("   ")[0].removeprefix("1 ")


def test_why_names_the_rule_and_its_place(terminal: Any, pick_high: Path) -> None:
    game = package.load(str(pick_high), players=2)
    seed = next(n for n in range(100) if any(card.startswith("1 ") for card in game.start(n).table()["hand"][0]))
    one = next(card for card in game.start(seed).table()["hand"][0] if card.startswith("1 "))
    screen = terminal("play", pick_high.name, "--seed", seed, "--players", 2)
    screen.until("player 1> ")
    for said in (f"why play {one}", f"play {one}"):
        answer = screen.say(said)
        assert f"`play {one}`: a one is kept as long as possible" in answer
        assert "rule keep_ones, pick_high.hoyle:33" in answer


@pytest.mark.parametrize("leave", ["q\n", "\x04", "\x03"], ids=["q", "end of file", "interrupt"])
def test_leaving_is_polite(terminal: Any, pick_high: Path, leave: str) -> None:
    screen = terminal("play", pick_high.name)
    screen.until("player 1> ")
    for patience in (10, 20, 60):
        # an interrupt between the prompt and the reading of the answer is taken up by neither, so it is typed again
        screen.type(leave)
        if screen.comes("You leave the table.", seconds=patience):
            break
    assert "You leave the table." in screen.seen
    assert "Traceback" not in screen.seen
    assert screen.end() == 0


@pytest.mark.parametrize("columns", [80, 40])
def test_nothing_is_wider_than_the_terminal(terminal: Any, pick_high: Path, columns: int) -> None:
    screen = terminal("play", pick_high.name, "--seed", 2, columns=columns)
    shown = screen.until("player 1> ") + screen.say("1")
    assert max(map(len, shown.splitlines())) <= columns


def test_another_seat_and_all_seats(terminal: Any, pick_high: Path) -> None:
    second = terminal("play", pick_high.name, "--seat", 2, "--seed", 3)
    assert "player 2 (you)" in second.until("player 2> ")
    everybody = terminal("play", pick_high.name, "--all", "--seed", 3, "--players", 2)
    everybody.until("player 1> ")
    everybody.say("1", "player 2> ")
    everybody.say("1", "player 1> ")


def test_a_bundled_game_to_its_end(terminal: Any) -> None:
    screen = terminal("play", bundled_games()[-1], "--seed", 5, "--bots", "first")
    shown = screen.until("player 1> ", GO_ON, MORE)
    for _ in range(2000):
        if "scores: " in shown:
            break
        shown = screen.say("" if shown.endswith((GO_ON, MORE)) else "1", "player 1> ", "scores: ", GO_ON, MORE)
    assert screen.end() == 0


def test_one_can_watch_in_a_terminal(terminal: Any, pick_high: Path) -> None:
    screen = terminal("play", pick_high.name, "--watch", "--seed", 1)
    screen.until("scores: ")
    assert screen.end() == 0


def test_arguments_that_make_no_sense(hoyle: Any, pick_high: Path) -> None:
    assert hoyle("play").returncode == 2
    assert hoyle("play", pick_high.name, "--seat", 4).returncode == 2
    assert hoyle("play", pick_high.name, "--seat", 1, "--watch").returncode == 2
    assert hoyle("play", pick_high.name, "--from", "saved").returncode == 2
    missing = hoyle("play", "--from", "saved")
    assert missing.returncode == 1
    assert "`saved` cannot be read" in missing.stderr
    assert hoyle("play", "--from", pick_high.name).returncode == 1


def test_what_a_text_may_mean(pick_high: Path) -> None:
    state = package.load(str(pick_high), players=2).start(4)
    choices = state.choices

    def meant(text: str) -> list[Choice]:
        return [choices[number] for number in named(text, [choice.text for choice in choices])]

    assert meant("play") == list(choices)
    text = choices[0].text
    assert meant(text.upper()) == [choices[0]]
    assert choices[0] in meant(" ".join(word[:2] for word in text.split()))
    assert meant("9") == meant("nonsense") == meant("") == []


def test_a_game_from_a_file_can_be_saved_again(pick_high: Path) -> None:
    state = package.load(str(pick_high), players=2).start(4)
    pick_high.rename(pick_high.with_name("moved.hoyle"))
    once = package.restore(state.save(), read_again(state.game))
    again = package.restore(once.save(), read_again(once.game))
    assert state == once == again
    assert again.game.reading.source.name == "pick_high.hoyle"


OAK, ELM, FIR, ASH = (Card(number, number, name) for number, name in enumerate(("oak", "elm", "fir", "ash")))


def _chose(player: int, *say: str | Card) -> Event:
    cards = tuple(part.number for part in say if isinstance(part, Card))
    return Event(moves.CHOSEN, (), (f"player {player + 1}: ", *say), player, cards)


def _moved(player: int | None, way: str, *what: str | Card) -> Event:
    cards = tuple(part.number for part in what if isinstance(part, Card))
    said: Said = what
    return Event(moves.MOVED, (), (*said, way), player, cards, not cards, said)


def _deeds(events: list[Event]) -> list[tuple[str, list[str]]]:
    return [(deed.heading, [event.text for event in deed.effects]) for deed in deeds(events)]


def test_only_the_move_that_a_choice_names_is_left_untold() -> None:
    events = [
        _chose(0, "discard ", OAK),
        _moved(0, " from player 1's hand to discard", OAK),
        _moved(None, " from stock to player 2's hand", OAK),
        _chose(1, "draw"),
        _moved(None, " from stock to player 2's hand", "a card"),
    ]
    assert _deeds(events) == [
        ("player 1: discard oak", ["oak from stock to player 2's hand"]),
        ("player 2: draw", ["a card from stock to player 2's hand"]),
    ]


SONGS = """\
game "Songs" for 2 players

cards Song
    title : text
    worth : 1..4 key
    written "{title}"
    | title                            | worth |
    | "Farewell to Arms"               | 1     |
    | "player 1: the game ends to Blue" | 2     |
    | "Back to player 2"               | 3     |
    | "Red from Blue and Red to Red"   | 4     |

zone hand[Player] : set, face down, seen by owner
zone shown : row, face up

action play(card in hand[you])
    text "play {card}"
    move card to shown

define score(p) = 0

flow
    each p in Player
        move Song(1) to hand[p]
        move Song(2) to hand[p]
        move Song(3) to hand[p]
        move Song(4) to hand[p]
        repeat until empty(hand[p])
            p must play if able
"""


def test_what_a_card_is_called_is_not_taken_for_what_happened() -> None:
    state = prepare(read_source(Source("songs.hoyle", SONGS))).start(1)
    before = state.log
    for _ in range(4):
        name = state.choices[0].cards[0]
        state.choose(0)
        for seat in (0, 1, None):
            played = list(deeds(told(state, seat, before)))
            assert played[0].heading == f"player 1: play {name}"
            assert not any(effect.text.endswith("to shown") for effect in played[0].effects)
        before = state.log


def test_one_move_completes_a_choice_and_a_card_of_several_is_not_told_in_its_line() -> None:
    events = [
        _chose(0, "plant"),
        _moved(0, " from player 1's hand to player 1's row", OAK),
        _moved(0, " from player 1's stock to player 1's hand", ELM),
        _chose(1, "pair ", FIR),
        _moved(1, " from player 2's hand to player 2's row", ASH, " and ", FIR),
    ]
    assert _deeds(events) == [
        (
            "player 1: plant, oak from player 1's hand to player 1's row",
            ["elm from player 1's stock to player 1's hand"],
        ),
        ("player 2: pair fir", ["ash and fir from player 2's hand to player 2's row"]),
    ]


def test_a_choice_that_is_wider_than_the_terminal_goes_on_below_its_own_words(terminal: Any, pick_high: Path) -> None:
    text = pick_high.read_text(encoding="utf-8")
    pick_high.write_text(text.replace('"play {card}"', '"put {card} on the table for all to see"'), encoding="utf-8")
    shown = terminal("play", pick_high.name, "--players", 2, columns=30).until("player 1> ").splitlines()
    first = next(n for n, line in enumerate(shown) if line.startswith("1 put "))
    assert shown[first + 1].startswith("  ")


ENDLESS = """\
game "Endless" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone heap : pile, face up

var said : number = 0

define score(p : Player) = 0

action say
    text "say {said}: {heap}"
    said += 1

flow
    move Tile to heap
    repeat until empty(heap)
        seat(1) must say
    finish

to finish
    said = 0

ending done after finish
    winners []
"""


def test_a_game_that_never_ends_is_cut_off(hoyle: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as it goes: for no line is the game played again from its beginning."""
    (tmp_path / "endless.hoyle").write_text(ENDLESS, encoding="utf-8")
    monkeypatch.setattr("hoyle.commands.told.MOST", 30)
    monkeypatch.setattr("hoyle.run.moment.beginning", None)
    done = hoyle("play", str(tmp_path / "endless.hoyle"), "--watch", "--seed", "1")
    assert done.returncode == 1
    assert "say 0:" in done.stdout and "say 29:" in done.stdout and "say 30:" not in done.stdout
    assert "HYL908" in done.stderr and "not over after 30 decisions" in done.stderr


def test_of_very_much_only_a_part_is_told(hoyle: Any, tmp_path: Path) -> None:
    much = ENDLESS.replace("    said += 1\n", "    repeat 300 times\n        said += 1\n    move top(heap) to box\n")
    (tmp_path / "much.hoyle").write_text(much.replace("empty(heap)", "count(heap) < 9"), encoding="utf-8")
    done = hoyle("play", str(tmp_path / "much.hoyle"), "--watch", "--seed", "1")
    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    assert "said is now 200;" in said and "said is now 201" not in said and "and 102 more" in said


@pytest.fixture
def telling(pick_high: Path) -> Path:
    """The same with sentences, titles and something shown."""
    text = pick_high.read_text()
    text = text.replace("    points[p] += 1\n", '    tell "{p} wins with {best_of(p)}"\n    points[p] += 1\n')
    text = text.replace("action play(", 'action play "play a tile" (')
    text = text.replace("define score(p) = points[p]", "define score(p) = points[p], shown at end")
    more = 'define best_of(p : Player) = first(table[p])\ndefine held "tiles left" = count(hand), shown\n'
    pick_high.write_text(text.replace("define worth", f"{more}define worth", 1))
    return pick_high


def test_small_print_is_folded_until_it_is_asked_for(hoyle: Any, telling: Path) -> None:
    told, details = (
        hoyle("play", telling.name, "--seed", 7, "--players", 2, *more).stdout.splitlines()
        for more in ((), ("--details",))
    )
    wins = [line for line in told if line.startswith("    player ") and " wins with " in line]
    assert wins and not any(line.startswith("        ") for line in told)
    assert [line for line in details if not line.startswith("        points of")] == told
    assert sum(line.startswith("        points of") for line in details) == len(wins)
    assert sum(line.startswith("scores: ") for line in told) == 1  # kept back until the end


def test_details_are_shown_at_the_table(terminal: Any, telling: Path) -> None:
    screen = terminal("play", telling.name, "--seed", 4, "--players", 2, "--all")
    opening = screen.until("player 1> ")
    assert "play a tile:" in opening and "tiles left 8" in opening and "score" not in opening
    screen.say("1", "player 2> ")
    shown = screen.say("1")
    assert "wins with" in shown and "points of player" not in shown
    assert "points of player" in screen.say("details")
    assert "wins with" in screen.say("log")

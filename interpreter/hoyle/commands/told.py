"""What happened, told in the terminal: a line per choice, with what came of it below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, groupby

import attrs
from rich.console import Console
from rich.text import Text

from hoyle import types as t
from hoyle.bots.host import Host
from hoyle.commands.speech import PLAIN, Speech
from hoyle.commands.terminal import print_wrapped, safe
from hoyle.diagnostics import HoyleError
from hoyle.english import is_plural, listed, options_in_words, plain
from hoyle.model import table_of
from hoyle.program.cards import word
from hoyle.program.program import Card
from hoyle.run import parts
from hoyle.run.events import Event, told
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.teams import sides_won
from hoyle.table import moves

MOST = 10_000  # decisions that are told of a game in which nobody sits
DEEDS = 200  # that are told at once
EFFECTS = 200  # that are told of each of them


@attrs.define
class Deed:
    """What somebody chose, or a phase that starts (or nothing, for what came before), and what came of it.

    moved: how a card moved that the choice does not name. complete: its card has moved.
    """

    start: Event | None = None
    moved: Event | None = None
    complete: bool = False
    effects: list[Event] = attrs.field(factory=list)

    @property
    def heading(self) -> str:
        return ", ".join(event.text for event in (self.start, self.moved) if event is not None)


def deeds(events: list[Event]) -> Iterator[Deed]:
    """Events with each choice and its effects together. How the game ended is told apart."""
    deed = Deed()
    for event in events:
        if event.kind in (moves.CHOSEN, moves.STARTED):
            if deed.start or deed.effects:
                yield deed
            deed = Deed(event, complete=event.kind == moves.STARTED)
        elif event.kind != moves.ENDED:
            _add(deed, event)
    if deed.start or deed.effects:
        yield deed


def _add(deed: Deed, event: Event) -> None:
    """A move that the choice names is not told twice; the move of a card that it does not name makes it complete."""
    made = deed.start
    if made is not None and event.kind == moves.MOVED and not deed.effects and not deed.complete:
        looks = {part.look for part in made.say if isinstance(part, parts.Card)}
        moving = (part.look for part in event.what if isinstance(part, parts.Card))
        named = (made.unseen and event.unseen) or any(look in looks for look in moving)
        if {*event.cards} <= {*made.cards} and made.say[-len(event.what) :] == event.what:
            deed.complete = True
            return
        if event.player == made.player and not named:
            deed.moved, deed.complete = event, True
            return
    deed.effects.append(event)


def tell(out: Console, events: list[Event], details: bool = False) -> None:
    """Print events: of very many the last ones, and of very many effects the first. details: small print, too."""
    events = [event for event in events if details or event.within(0)]
    done = list(deeds(events))
    if len(done) > DEEDS:
        print_wrapped(out, f"{len(done) - DEEDS:,} things before that are not told", 2, "dim")
    for deed in done[-DEEDS:]:
        if deed.start:
            print_wrapped(out, deed.heading, 2, "place" if deed.start.kind == moves.STARTED else "")
        _tell_effects(out, deed.effects)


def _tell_effects(out: Console, effects: list[Event]) -> None:
    """Sentences each on a line of its own, the rest side by side."""
    groups = groupby(effects[:EFFECTS], key=lambda event: (event.kind == moves.TOLD, event.depth))
    lines = [(*key, [event.text for event in group]) for key, group in groups]
    if len(effects) > EFFECTS:
        lines[-1][2].append(f"and {len(effects) - EFFECTS:,} more")
    for sentences, depth, texts in lines:
        for text in texts if sentences else ["; ".join(texts)]:
            print_wrapped(out, text, (4 if sentences else 6) + 2 * depth, "" if sentences else "dim")


def has_scores(state: State) -> bool:
    """Whether the game says what a score is."""
    score = state.game.model.defines.get("score")
    return score is not None and score.value is not None


def keeps_scores_back(state: State) -> bool:
    """Whether nobody is told the scores before the game is over."""
    score = state.game.model.defines.get("score")
    return score is not None and score.shown == "at end" and not state.over


def tell_scores(out: Console, state: State, style: str = "", speech: Speech = PLAIN) -> None:
    """Print the scores of all seats."""
    scores = ", ".join(f"{speech.name(seat)} {score}" for seat, score in enumerate(state.scores))
    print_wrapped(out, f"scores: {scores}", 0, style)


def _won(state: State, you: frozenset[int], speech: Speech) -> str:
    """Who has won, in words: the sides, where there are some."""
    ours = [seat for seat in state.winners if state.teams is not None and {seat} == you]
    others = [speech.name(seat) for seat in state.winners if seat not in ours]
    names = [*("you" for _ in ours), *others] or ["nobody"]
    players = f"{listed(names)} {'wins' if len(names) == 1 and not ours else 'win'}"
    sides = sides_won(state)
    if not sides or len(sides) == len(state.winners):
        return players
    return f"{listed(list(sides))} {'wins' if len(sides) == 1 and not is_plural(sides[0]) else 'win'}: {players}"


def tell_result(out: Console, state: State, you: frozenset[int] = frozenset(), speech: Speech = PLAIN) -> None:
    """How the game ended. you: the seats that are played by whoever reads it."""
    verdict = _won(state, you, speech)
    declared = next((e for e in state.game.model.endings if e.name == state.ending), None)
    ending = f" ({declared.title or plain(declared.name)})" if declared else ""
    out.print()
    out.print(Text.assemble(safe(verdict, "bold"), safe(ending, "dim")))
    if has_scores(state):
        tell_scores(out, state, speech=speech)


def introduce(out: Console, state: State, seed: str) -> None:
    """Print which game is played, and how."""
    title, options = introduction(state, seed)
    out.print(title)
    if options:
        print_wrapped(out, options, 0, "dim")


def introduction(state: State, seed: str) -> tuple[Text, str]:
    """Which game is played, and the setting of its options, if it has any."""
    game = state.game
    title = Text.assemble(safe(game.title, "bold"), safe(f", {table_of(game.players)}, seed {seed}"))
    return title, options_in_words(game.options)


def play_out(out: Console, host: Host, details: bool = False, speech: Speech | None = None) -> None:
    """Bots play the rest of the game; it is told as it goes. details: with its small print. speech: for a terminal."""
    from hoyle.commands.news import news

    state, since = host.state, None
    before = state.scores
    for decision in count():
        events = told(state, None, since)
        if speech is None:
            tell(out, events, details)
        else:
            for line in news(out, state.game, events, speech, details):
                out.print(line, soft_wrap=True)
        since = state.log
        if state.over:
            break
        if state.scores != before and has_scores(state) and not keeps_scores_back(state):
            before = state.scores
            tell_scores(out, state, "bold", speech or PLAIN)
        if decision == MOST:
            help = "look at what ends it: `hoyle simulate` says how many games come to an end"
            raise HoyleError.plain("HYL908", f"the game is not over after {MOST:,} decisions", help)
        tell_notes(out, host)
        play_one(host)
    tell_result(out, state, speech=speech or PLAIN)


def play_one(host: Host) -> None:
    """A bot makes its choice, in a game that is told.

    What it says is worked out while the table still shows it: later the whole game would be played again for that.
    """
    choice = host.choose()
    _ = choice.text
    host.make(choice)


def tell_notes(out: Console, host: Host) -> None:
    """What went wrong with somebody's bot."""
    for note in host.notes:
        print_wrapped(out, note, 0, "doubt")
    host.notes.clear()


def printed(game: Game, card: Card) -> str:
    """What is printed on a card, in words."""
    found = []
    for name, type_ in game.model.card_types[card.cards].attributes.items():
        value = card.face.get(name)
        inner = t.settled(type_)
        if value is not None and not (isinstance(inner, t.Kind) and t.names_cards(inner.name)):
            words = word(game.model, type_, value, card=lambda number: game.program.card(number).text)
            found.append(words if isinstance(inner, t.Text) else f"{plain(name)} {words}")
    return ", ".join(found) or "nothing but its name"

"""What happened, told in the terminal: a line per choice, with what came of it below."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from rich.console import Console
from rich.text import Text

from hoyle import types as t
from hoyle.commands.terminal import print_wrapped, safe
from hoyle.program.cards import word
from hoyle.program.program import Card
from hoyle.run.events import START, Told, listed
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table import moves

DEEDS = 200  # that are told at once
EFFECTS = 200  # that are told of each of them


@attrs.define
class Deed:
    """What somebody chose, or a phase that starts (or nothing, for what came before), and what came of it.

    made: the choice as it was told. complete: its card has moved.
    """

    choice: str = ""
    made: Told | None = None
    complete: bool = False
    effects: list[str] = attrs.field(factory=list)


def deeds(events: list[Told]) -> Iterator[Deed]:
    """Events with each choice and its effects together. How the game ended is told apart."""
    deed = Deed()
    for event in events:
        if event.kind in (moves.CHOSEN, moves.STARTED):
            if deed.choice or deed.effects:
                yield deed
            deed = Deed(event.text, event if event.kind == moves.CHOSEN else None)
        elif event.kind != moves.ENDED:
            _add(deed, event)
    if deed.choice or deed.effects:
        yield deed


def _add(deed: Deed, event: Told) -> None:
    """A move that the choice names is not told twice; the move of a card that it does not name makes it complete."""
    made = deed.made
    if made is None or event.kind != moves.MOVED or deed.effects or deed.complete:
        deed.effects.append(event.text)
    elif {*event.cards} <= {*made.cards} and made.text.endswith(listed(event.names)):
        deed.complete = True
    elif event.player == made.player and not any(name in made.text for name in event.names):
        deed.choice = f"{made.text}, {event.text}"
        deed.complete = True
    else:
        deed.effects.append(event.text)


def tell(out: Console, events: list[Told]) -> None:
    """Print events: of very many the last ones, and of very many effects the first."""
    done = list(deeds(events))
    if len(done) > DEEDS:
        print_wrapped(out, f"{len(done) - DEEDS:,} things before that are not told", 2, "dim")
    for deed in done[-DEEDS:]:
        if deed.choice:
            print_wrapped(out, deed.choice, 2, "place" if deed.choice.startswith(START) else "")
        if deed.effects:
            more = len(deed.effects) - EFFECTS
            rest = [f"and {more:,} more"] if more > 0 else []
            print_wrapped(out, "; ".join([*deed.effects[:EFFECTS], *rest]), 6, "dim")


def has_scores(state: State) -> bool:
    """Whether the game says what a score is."""
    score = state.game.model.defines.get("score")
    return score is not None and score.value is not None


def tell_scores(out: Console, state: State, style: str = "") -> None:
    """Print the scores of all seats."""
    listed = ", ".join(f"player {seat + 1} {score}" for seat, score in enumerate(state.scores))
    print_wrapped(out, f"scores: {listed}", 0, style)


def tell_result(out: Console, state: State) -> None:
    """How the game ended."""
    if state.winners:
        names = [f"player {seat + 1}" for seat in state.winners]
        listed = " and ".join([*([", ".join(names[:-1])] if names[:-1] else []), names[-1]])
        verdict = f"{listed} {'wins' if len(names) == 1 else 'win'}"
    else:
        verdict = "nobody wins"
    declared = next((e for e in state.game.model.endings if e.name == state.ending), None)
    ending = f" ({declared.title or declared.name.replace('_', ' ')})" if declared else ""
    out.print()
    out.print(Text.assemble(safe(verdict, "bold"), safe(ending, "dim")))
    if has_scores(state):
        tell_scores(out, state)


def printed(game: Game, card: Card) -> str:
    """What is printed on a card, in words."""
    parts = []
    for name, type_ in game.model.card_types[card.cards].attributes.items():
        value = card.face.get(name)
        inner = t.settled(type_)
        if value is None or (isinstance(inner, t.Kind) and inner.name.endswith(".name")):
            continue
        if isinstance(inner, t.CardOf) and isinstance(value, int):
            parts.append(f"{name.replace('_', ' ')} {game.program.card(value).text}")
        elif isinstance(inner, t.Text):
            parts.append(str(value))
        else:
            parts.append(f"{name.replace('_', ' ')} {word(game.model, type_, value)}")
    return ", ".join(parts) or "nothing but its name"

"""How the table talks: who is called what, sentences about what was done, and cards in their colours.

What the engine says comes in parts, so names are put in where a seat stands and nowhere else. Only what people type
has to be read: there a name stands for the seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import attrs
from rich.text import Text

from hoyle.commands.colours import colours
from hoyle.commands.terminal import safe
from hoyle.diagnostics.visible import visible
from hoyle.english import does, plain
from hoyle.model import Model
from hoyle.run.events import Event
from hoyle.run.game import Game
from hoyle.run.parts import Card, Part, Said, Zone, in_words
from hoyle.run.why import Verdict
from hoyle.table import moves
from hoyle.values import seat_number

VERBS = (
    *("decline", "pass", "end", "stop", "keep", "stay", "skip", "leave", "draw", "take", "turn", "give"),
    *("add", "put", "discard", "play", "use", "show", "name", "choose", "say", "lead", "bid", "call", "bet", "raise"),
    *("fold", "check", "lay", "meld", "swap", "buy", "sell", "ask", "wish", "fight", "reveal", "move", "go"),
)
"""What people often do beside what a game has actions for."""


@attrs.frozen
class Speech:
    """names: what each seat is called, none for those without a name; styles: in which colour a look is written;
    verbs: the words that say what is done, where a choice starts with one of them."""

    names: tuple[str, ...] = ()
    styles: dict[int, str] = attrs.field(factory=dict)
    verbs: frozenset[str] = frozenset()

    def name(self, seat: int) -> str:
        return (self.names[seat] if seat < len(self.names) else "") or seat_number(seat)

    def words(self, said: Said) -> str:
        return in_words(said, self.name)

    def text(self, said: Said, style: str = "") -> Text:
        """The same for the terminal, with cards in their colours."""
        return Text.assemble(*self._pieces(said), style=style)

    def _pieces(self, said: Sequence[Part]) -> list[Text]:
        found = []
        for part in said:
            match part:
                case Card(look=look, text=text):
                    found.append(safe(text, self.styles.get(look, "")))
                case Zone(words=words):
                    found += self._pieces(words)
                case _:
                    found.append(safe(in_words((part,), self.name)))
        return found

    def renamed(self, text: str) -> str:
        """A sentence of the engine's own in which seats have numbers. Nothing that an author wrote may be in it."""
        return re.sub(r"\bplayer (\d+)\b", lambda found: self.name(int(found[1]) - 1), text)

    def verdict(self, verdict: Verdict) -> str:
        """What something that somebody could think of is called."""
        bare = in_words(verdict.choice.say)
        if not verdict.text.startswith(bare):
            return verdict.text
        return self.words(verdict.choice.say) + self.renamed(verdict.text[len(bare) :])

    def meant(self, line: str) -> str:
        """What somebody types, with seats by their numbers as the engine calls them."""
        for seat, name in sorted(enumerate(self.names), key=lambda row: -len(row[1])):
            if name:
                line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", seat_number(seat), line, flags=re.IGNORECASE)
        return line


PLAIN = Speech()
"""That of a table at which nobody has a name."""


def speech_at(game: Game, names: tuple[str, ...]) -> Speech:
    """How one talks at a table of a game."""
    return Speech(names, colours(game), verbs_of(game.model))


def sentence(event: Event, verbs: frozenset[str]) -> Said:
    """What happened; of a choice a whole sentence, where its first word says what is done. verbs: as in `Speech`."""
    if event.kind != moves.CHOSEN or len(event.say) < 2 or not isinstance(event.say[1], str):
        return counted(event.say)
    who, colon, *rest = event.say
    first = f"{colon}{rest.pop(0)}" if colon == ": " and rest and isinstance(rest[0], str) else f"{colon}"
    verb, blank, more = first.removeprefix(": ").partition(" ")
    does_more = any(isinstance(part, str) and " and " in part for part in (first, *rest))
    if not first.startswith(": ") or verb not in verbs or does_more:
        return counted(event.say)
    return counted((who, f" {does(verb)}{blank}{more}", *rest))


def verbs_of(model: Model) -> frozenset[str]:
    """The words that actions are called by, and those that people use in any game."""
    called = (word for name in model.actions for word in (plain(name), model.called(name)))
    return frozenset({word.split(" ")[0] for word in called if word[:1].islower()} | {*VERBS})


def counted(said: Said) -> Said:
    """The same with cards that are alike, one behind the other, counted: `6 x Copper`."""
    found: list[tuple[Part, int]] = []
    for part in said:
        if len(found) > 1 and found[-1][0] in (", ", " and ") and _alike(found[-2][0], part):
            between = found.pop()
            found[-1] = (part, found[-1][1] + 1)
            if len(found) > 1 and found[-2][0] == ", ":
                found[-2] = between
        else:
            found.append((part, 1))
    return tuple([_times(part, count) for part, count in found])


def _alike(one: Part, other: Part) -> bool:
    return isinstance(one, Card) and isinstance(other, Card) and (one.look, one.text) == (other.look, other.text)


def _times(part: Part, count: int) -> Part:
    return attrs.evolve(part, text=times(part.text, count)) if isinstance(part, Card) else part


def times(text: str, count: int) -> str:
    """Something as often as there is of it."""
    return text if count == 1 else f"{count} x {text}"


def once_each(lines: Sequence[Text]) -> list[Text]:
    """Lines of which those that say the same, one behind the other, are counted."""
    found = []
    for _, group in groupby(lines, key=lambda line: visible(line.plain)):
        first, *again = group
        found.append(Text.assemble(first, f" ({len(again) + 1} times)") if again else first)
    return found

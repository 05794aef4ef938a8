"""What somebody at the table may want to know before the answer: why not, what a card says, what a bot would do."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import attrs
from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from hoyle.bots.host import Host
from hoyle.bots.names import HARD, how_sure
from hoyle.commands.question import FEW, MANY, Question
from hoyle.commands.screen import Screen, meanwhile
from hoyle.commands.speech import Speech
from hoyle.commands.terminal import safe
from hoyle.commands.told import printed
from hoyle.diagnostics import quote
from hoyle.diagnostics.visible import shorten
from hoyle.opening import read_bytes
from hoyle.run.choices import Choice
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import Reason, named, unheard_of, why

START_OF_A_SAVE = '{"hoyle":'


def complaint(text: str) -> Text:
    return safe(text, "doubt")


def hint(host: Host, question: Question) -> RenderableType:
    """What a bot that thinks far would do, if it knew what this seat knows."""
    if question.chosen:
        return complaint("a hint is for the first of several: say what you think of, or take back what you chose")
    state = host.state
    if len(state.choices) == 1:
        return safe(f"{quote(question.words(state.choices[0]))} is all that can be done")
    with meanwhile("thinking"):
        verdict = HARD.verdict(host.seat(state.player))
    best = state.choices[verdict.choice]
    number = f", choice {question.number(best)}" if best in question.offered else ""
    return safe(f"`hard` would say {quote(question.words(best))}{number}{how_sure(verdict)}")


def card(game: Game, name: str) -> list[RenderableType]:
    """What is printed on the cards that are called so: no secret, whoever holds them."""
    cards = {card.text: card for card in game.cards}
    found = [cards[list(cards)[number]] for number in named(name, list(cards))]
    if not found:
        return [complaint(f"no card is called {shorten(name, 40)}" if name else "which card? card TEXT")]
    if len(found) <= FEW:
        return [safe(f"{card.text}: {printed(game, card)}") for card in found]
    names = [safe(card.text) for card in found[: 2 * MANY]]
    more = [Text(f"and {len(found) - 2 * MANY} more", "dim")] if len(found) > 2 * MANY else []
    return [
        complaint(f"that is part of {len(found)} names"),
        Columns(names, padding=(0, 3), column_first=True),
        *more,
    ]


@attrs.frozen
class WhyNot:
    """Whether what a text or a number names can be chosen, and the rule that says no: of all that it may name."""

    question: Question
    screen: Screen

    @property
    def speech(self) -> Speech:
        return self.question.speech

    def says(self, text: str) -> list[RenderableType]:
        if not text:
            return [complaint("why what? say it as the choices do: why TEXT")]
        asked = self.question
        meant = self.speech.meant(text)
        found = why(asked.state, text, asked.offered, asked.chosen)
        found = found or why(asked.state, meant, asked.offered, asked.chosen)
        number = asked.numbered(text)
        first = self._allowed([number]) if number is not None else []
        found = [verdict for verdict in found if verdict.choice is not number]
        if first and not found:
            return first
        if not found and text.lstrip("-").isdecimal():
            count = len(asked.offered)
            return [complaint(f"there is no choice {shorten(text, 20)}; choices are numbered 1 to {count}")]
        reasons: dict[Reason, list[str]] = {}
        for verdict in found:
            if verdict.reason is not None:
                bare = attrs.evolve(verdict.reason, about="")
                reasons.setdefault(bare, []).append(self.speech.verdict(verdict))
        if not found:
            reason = unheard_of(asked.state, meant)
            mine = self.speech.renamed(reason.says) if reason.place is None else reason.says
            reasons = {attrs.evolve(reason, about="", says=mine): [text]}
        shown = self._allowed([verdict.choice for verdict in found if verdict.reason is None])
        return first + shown + [line for reason, texts in reasons.items() for line in self._forbidden(reason, texts)]

    def _allowed(self, choices: Sequence[Choice]) -> list[RenderableType]:
        asked = self.question
        if len(choices) == 1:
            said = f"nothing forbids {quote(asked.words(choices[0]))}, choice {asked.number(choices[0])}"
            return [safe(said)]
        if not choices:
            return []
        few = len(choices) <= MANY
        head = "nothing forbids these:" if few else f"nothing forbids {len(choices)}; the first of them:"
        return [head, asked.listed(self.screen, choices[:MANY])]

    def _forbidden(self, reason: Reason, texts: Sequence[str]) -> list[RenderableType]:
        listed = ", ".join(quote(text) for text in texts[:FEW])
        more = f" and {len(texts) - FEW} more" if len(texts) > FEW else ""
        told = ", ".join(filter(None, [f"rule {reason.rule}" if reason.rule else "", reason.source]))
        return [complaint(f"{listed}{more}: {reason.says}"), *([safe(f"  {told}", "place")] if told else [])]


def save(state: State, name: str) -> Text:
    """Keep the game in a file of that name; nothing that is something else is written over."""
    if not name:
        return complaint("save where? save FILE")
    try:
        path = Path(name).expanduser()
        if path.exists() and read_bytes(path, len(START_OF_A_SAVE)) != START_OF_A_SAVE.encode():
            return complaint(f"{name} is something else than a saved game, so it is left alone")
        path.write_text(state.save() + "\n", encoding="utf-8")
    except (OSError, ValueError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "no such place"
        return complaint(f"{name} cannot be written: {reason.lower()}")
    return safe(f"saved; go on with: hoyle play --from {shlex.quote(name)}")

"""Somebody at the terminal plays one seat or all of them; bots play the rest."""

from __future__ import annotations

import contextlib
import random
import shlex
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs
from rich.columns import Columns
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hoyle.bots.host import Host
from hoyle.bots.names import HARD, how_sure
from hoyle.commands.table import draw_table
from hoyle.commands.terminal import console, print_wrapped, safe
from hoyle.commands.told import play_one, printed, tell, tell_notes, tell_result
from hoyle.diagnostics import HoyleError, quote
from hoyle.diagnostics.visible import shorten
from hoyle.opening import read_bytes
from hoyle.run.carried import LARGEST
from hoyle.run.choices import Choice
from hoyle.run.events import told
from hoyle.run.save import restore
from hoyle.run.several import Several, several
from hoyle.run.state import State
from hoyle.run.why import Reason, Verdict, by_members, named, unheard_of, why
from hoyle.trials.record import is_play, table
from hoyle.values import seat_number

HELP = """\
a number         make that choice
part of a text   make the choice that says so
Enter            make the only choice there is
why TEXT         why something is not allowed: the rule, and where it stands; a number will do too
card TEXT        what is printed on a card; a part of its name is enough
hint             what the bot `hard` would do here, if it knew what you know
log              everything you were told
details          what you were told last, with its small print
table            the table once more
save FILE        keep the game, to go on with it another day
q                leave"""

MANY, FEW = 30, 8
"""From how many choices on they are not all listed, and how many of one action are."""

START_OF_A_SAVE = '{"hoyle":'


class Left(Exception):
    """Whoever plays wants to leave."""


@attrs.define
class Sitting:
    """seats: those that are played from the terminal. details: whether they are told the small print.

    told, latest: the log up to where each of them has been told, and had been before. asked, offered: the question that
    waits for an answer, and the answers; chosen: of several, those chosen before.
    """

    host: Host
    seats: frozenset[int]
    out: Console
    details: bool = False
    told: dict[int, Any] = attrs.field(factory=dict)
    latest: dict[int, Any] = attrs.field(factory=dict)
    offered: tuple[Choice, ...] = ()
    chosen: tuple[Choice, ...] | None = None
    asked: str = ""

    @property
    def state(self) -> State:
        return self.host.state

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (gives `input` a history and line editing)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        try:
            while not self.state.over:
                self._step()
        except (Left, EOFError, KeyboardInterrupt) as end:
            self.out.print("" if isinstance(end, Left) else "\n", end="")
            self.out.print("You leave the table.")
            return
        self.out.print(Rule(style="dim"))
        self._news(min(self.seats))
        tell_result(self.out, self.state, self.seats)

    def _step(self) -> None:
        state = self.state
        seat = state.player
        if seat not in self.seats:
            play_one(self.host)
            tell_notes(self.out, self.host)
            return
        row = several(state)
        self._offer(row)
        line = "─" if self.out.encoding.startswith("utf") else "-"
        self.out.print(Rule(safe(seat_number(seat)), style="dim", characters=line))
        self._news(seat)
        self._table(seat)
        choice = self._answer(seat)
        if row is None:
            self.host.make(choice)
            return
        while choice is not row.stop:
            row.chosen.append(choice)
            if row.full:
                break
            self._offer(row)
            self._choices()
            choice = self._answer(seat)
        row.hand_over(state, self.host.make)

    def _offer(self, row: Several | None) -> None:
        """Settle what is asked next: the decision of the engine, or what is left of a choice of several."""
        self.offered = row.offered if row else self.state.choices
        self.chosen = tuple(row.chosen) if row else None
        self.asked = f"{self.state.prompt} ({row.words()})" if row else self.state.prompt

    def _answer(self, seat: int) -> Choice:
        while (choice := self._ask(seat)) is None:
            pass
        return choice

    def _news(self, seat: int) -> None:
        self.latest[seat] = self.told.get(seat)
        events = told(self.state, seat, self.latest[seat])
        self.told[seat] = self.state.log
        if events:
            tell(self.out, events, self.details)
            self.out.print()

    def _table(self, seat: int) -> None:
        self.out.print(draw_table(self.out, self.state, seat))
        self.out.print()
        self._choices()

    def _choices(self) -> None:
        self.out.print(safe(f"{self.asked}:", "bold"))
        choices = self.offered
        if len(choices) <= MANY:
            self._list(choices)
            return
        # more than a screen: only what is said in few words, the rest by its name
        for action, group in groupby(choices, key=lambda choice: choice.action):
            if len(same := list(group)) <= FEW:
                self._list(same)
            else:
                first = choices.index(same[0]) + 1
                which = f"{first} to {first + len(same) - 1}: {self.state.game.model.called(action)}"
                self.out.print(safe(f"{which}, {len(same)} choices, such as {same[0].text}"))
        self.out.print("type some words of a choice to see all that have them", style="dim")

    def _list(self, some: Sequence[Choice]) -> None:
        """Choices with their numbers, side by side where they fit."""
        numbers = {choice: number for number, choice in enumerate(self.offered, start=1)}
        width = len(str(len(numbers)))
        numbered = [Text.assemble((f"{numbers[c]:>{width}} ", "place"), safe(c.text)) for c in some]
        if max(text.cell_len for text in numbered) <= self.out.width:
            self.out.print(Columns(numbered, padding=(0, 3), column_first=True))
            return
        grid = Table.grid(padding=(0, 1, 0, 0))
        for choice in some:
            grid.add_row(Text(f"{numbers[choice]:>{width}}", "place"), safe(choice.text))
        self.out.print(grid)

    def _ask(self, seat: int) -> Choice | None:
        """One line of input; the choice it makes, if it makes one."""
        self.out.file.flush()
        line = input(f"{seat_number(seat)}> ").strip()
        for choice in self.offered:
            if choice.text.casefold() == line.casefold():
                return choice
        command, _, rest = line.partition(" ")
        match command.casefold(), rest.strip():
            case "", _ if len(self.offered) == 1:
                return self.offered[0]
            case "", _:
                self._complain(f"choose by a number from 1 to {len(self.offered)}, or ? for help")
            case (("?" | "help"), ""):
                self.out.print(HELP)
            case (("q" | "quit" | "exit"), ""):
                raise Left
            case "log", "":
                tell(self.out, told(self.state, seat), self.details)
            case "details", "":
                tell(self.out, told(self.state, seat, self.latest.get(seat)), details=True)
            case "table", "":
                self._table(seat)
            case "card", name:
                self._card(name)
            case "why", text:
                self._why(text)
            case "hint", "":
                self._hint(seat)
            case "save", name:
                self._save(name)
            case _:
                return self._pick(line)
        return None

    def _pick(self, line: str) -> Choice | None:
        numbered = self._numbered(line)
        found = [self.offered[number] for number in named(line, [choice.text for choice in self.offered])]
        if numbered is not None or len(found) == 1:
            return found[0] if numbered is None else numbered
        if (group := by_members(self.state, line, self.offered)) is not None:
            return group
        if found:
            few = len(found) <= MANY
            self._complain("that could be any of these" if few else f"that could be {len(found)}; the first of them")
            self._list(found[:MANY])
        else:
            self._why(line)
        return None

    def _numbered(self, text: str) -> Choice | None:
        return self.offered[int(text) - 1] if text.isdecimal() and 1 <= int(text) <= len(self.offered) else None

    def _hint(self, seat: int) -> None:
        """What a bot that thinks far would do, if it knew what this seat knows."""
        if self.chosen:
            self._complain("a hint is for the first of several: say what you think of, or ask before you choose")
            return
        verdict = HARD.verdict(self.host.seat(seat))
        choice, sure = self.state.choices[verdict.choice], how_sure(verdict)
        self.out.print(safe(f"`hard` would say {quote(choice.text)}{sure}"))

    def _card(self, name: str) -> None:
        """What is printed on the cards that are called so: no secret, whoever holds them."""
        game = self.state.game
        cards = {card.text: card for card in game.cards}
        found = [cards[list(cards)[number]] for number in named(name, list(cards))]
        if not found:
            self._complain(f"no card is called {shorten(name, 40)}" if name else "which card? card TEXT")
        elif len(found) > FEW:
            self._complain(f"that is part of {len(found)} names")
            self.out.print(Columns([safe(card.text) for card in found[: 2 * MANY]], padding=(0, 3), column_first=True))
            if len(found) > 2 * MANY:
                self.out.print(f"and {len(found) - 2 * MANY} more", style="dim")
        else:
            for card in found:
                print_wrapped(self.out, f"{card.text}: {printed(game, card)}", 0)

    def _why(self, text: str) -> None:
        """Whether what a text or a number names can be chosen, and the rule that says no: of all that it may name."""
        if not text:
            self._complain("why what? say it as the choices do: why TEXT")
            return
        found = why(self.state, text, self.offered, self.chosen)
        if (choice := self._numbered(text)) is not None:
            called = [v for v in found if v.text == text and v.choice is not choice]
            found = [Verdict(choice.text, choice, None), *called]
        self._allowed([verdict.choice for verdict in found if verdict.reason is None])
        reasons: dict[Reason, list[str]] = {}
        for verdict in found:
            if verdict.reason is not None:
                reasons.setdefault(attrs.evolve(verdict.reason, about=""), []).append(verdict.text)
        if not found and text.lstrip("-").isdecimal():
            self._complain(f"there is no choice {shorten(text, 20)}; choices are numbered 1 to {len(self.offered)}")
        elif not found:
            reasons = {attrs.evolve(unheard_of(self.state, text), about=""): [text]}
        for reason, texts in reasons.items():
            self._forbidden(reason, texts)

    def _allowed(self, choices: Sequence[Choice]) -> None:
        if len(choices) == 1:
            number = self.offered.index(choices[0]) + 1
            self.out.print(safe(f"nothing forbids {quote(choices[0].text)}, choice {number}"))
        elif choices:
            few = len(choices) <= MANY
            self.out.print("nothing forbids these:" if few else f"nothing forbids {len(choices)}; the first of them:")
            self._list(choices[:MANY])

    def _forbidden(self, reason: Reason, texts: Sequence[str]) -> None:
        listed = ", ".join(quote(text) for text in texts[:FEW])
        more = f" and {len(texts) - FEW} more" if len(texts) > FEW else ""
        self._complain(f"{listed}{more}: {reason.says}")
        told = [f"rule {reason.rule}" if reason.rule else "", reason.source]
        if any(told):
            self.out.print(safe(f"  {', '.join(filter(None, told))}", "place"))

    def _save(self, name: str) -> None:
        if not name:
            self._complain("save where? save FILE")
            return
        path = Path(name).expanduser()
        try:
            if path.exists() and read_bytes(path, len(START_OF_A_SAVE)) != START_OF_A_SAVE.encode():
                self._complain(f"{name} is something else than a saved game, so it is left alone")
                return
            path.write_text(self.state.save() + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or "no such place"
            self._complain(f"{name} cannot be written: {reason.lower()}")
            return
        self.out.print(safe(f"saved; go on with: hoyle play --from {shlex.quote(name)}"), soft_wrap=True)

    def _complain(self, text: str) -> None:
        self.out.print(safe(text, "doubt"))


def resumed(saved: Path, seed: str) -> tuple[State, int]:
    """A table to go on from, and the seat to take there."""
    try:
        text = read_bytes(saved, LARGEST).decode("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not text"
        raise HoyleError.plain("HYL905", f"{quote(str(saved))} cannot be read: {reason.lower()}") from None
    if not is_play(text):
        return restore(text), 0
    state, remark = table(text, random.Random(seed).randrange)
    if remark:
        print_wrapped(console(), remark, 0, "doubt")
    return state, max(state.player, 0)

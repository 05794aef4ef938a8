"""Whoever lets bots play at a table. It alone knows the table; each bot is given what its seat knows.

For every seat that thinks it keeps what that seat knows: what it has seen, and what the choices of others have told it.
A bot that raises, answers nonsense or does not answer in time loses that turn to chance, with a note, and never the
game.
"""

from __future__ import annotations

import threading
import warnings
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from queue import Empty, Queue
from typing import Any

import attrs

from hoyle.bots.inference import ruled_out
from hoyle.bots.knowledge import Knowledge, beginning
from hoyle.bots.names import SHIPPED, Thinking, Unthinking, bots_named, maker, repeatable
from hoyle.bots.seat import Packed, Seat, Told
from hoyle.bots.unknown import secrets, unknown
from hoyle.bots.worlds import Draws, deal, laid
from hoyle.diagnostics import HoyleError
from hoyle.diagnostics.visible import shorten
from hoyle.native.library import Library
from hoyle.native.thinking import Unknown, thinker
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.crossing import NativeState, native, played
from hoyle.run.events import raw
from hoyle.run.game import Game
from hoyle.run.parts import Said
from hoyle.run.save import NotPlayed, TooMuchWork, answers
from hoyle.run.state import State
from hoyle.table.bots import STEP, anything, starts
from hoyle.table.moves import CHOSEN
from hoyle.table.remembered import forget
from hoyle.table.seen import hidden

__all__ = ["SHIPPED", "Host", "maker", "played_out", "repeatable"]

OFTEN = 1_000  # decisions, after which what was noted of a game is let go of
LATE = "it did not answer in time, so chance plays on for it"
SHORT = 200  # characters of an error that is noted
PATIENCE = 20.0  # seconds that somebody else's bot may take for a choice
STEADY = STEP  # the seed of worlds in which somebody else's choice is looked at, and of those that bots are given


@attrs.frozen
class Round:
    """Answers that are given in secret. before: the table when nobody had answered yet; data: the same in C; answers:
    by whom, and the number of each."""

    before: State
    data: bytes
    answers: list[tuple[int, int]] = attrs.field(factory=list)

    def others(self, seat: int) -> bool:
        """Whether somebody else has answered."""
        return any(who != seat for who, _ in self.answers)

    def of(self, seat: int) -> tuple[int, ...]:
        """What a seat has answered."""
        return tuple(number for who, number in self.answers if who == seat)


class Host:
    """Bots at the seats of one game; None is a seat at which somebody else chooses.

    notes: what went wrong with bots. library: the game in C, where it is at hand.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[Any],
        seed: int | str,
        state: State,
        patience: float = PATIENCE,
        engine: str = "auto",
        library: Library | None = None,
    ) -> None:
        self.game, self.state, self.patience = game, state, patience
        self.bots = list(bots)
        self.notes: list[str] = []
        self.draws = [Draws(start) for start in starts(seed, game.players)]
        self.spare = [anything(start) for start in starts(f"spare:{seed}", game.players)]
        thinks = [seat for seat, bot in enumerate(bots) if not isinstance(bot, Unthinking | None)]
        self.known = {seat: beginning(game, seat) for seat in thinks}
        for known in self.known.values():
            known.learn(state)
        self.heard: dict[tuple[str, int], int] = {}
        self.native = self._in_c(engine, library) if self.known else None
        if self.native is not None:
            self.thinker = thinker(self.native.library)
        self.round = self._round_under_way()
        self.hearing = [seat for seat in thinks if not isinstance(bots[seat], Thinking)]
        for seat in self.hearing[:]:
            self._call(seat, "begin", partial(self._place, seat))

    def _in_c(self, engine: str, library: Library | None) -> NativeState | None:
        """The same game in C, which goes along."""
        library = library or (None if engine == "python" else self.game.native)
        if library is None or not isinstance(self.state.seed, bytes):
            return None
        try:
            return native(self.state, library)
        except HoyleError:
            return None

    # ------------------------------------------------------------------------------------------ playing

    def play(self) -> Choice:
        """The bot whose turn it is makes its choice, which is handed back."""
        choice = self.choose()
        self.make(choice)
        return choice

    def choose(self) -> Choice:
        """What the bot whose turn it is chooses."""
        s = self.state
        seat, bot = s.player, self.bots[s.player]
        if isinstance(bot, Unthinking):
            return s.choices[bot.number(len(s.choices))]
        if len(s.choices) == 1 and isinstance(bot, Thinking):
            return s.choices[0]
        return self._answer(seat, bot, self.seat(seat, whole=not isinstance(bot, Thinking)))

    def make(self, choice: Choice) -> None:
        """Make a choice; those who think about it learn from it."""
        s, log = self.state, self.state.log
        if choice not in s.choices:
            choice = s.legal_choice(choice)
        looking = self._looking(choice)
        number = s.choices.index(choice)
        before = s.copy() if looking and (self.native is None or secrets(self.game).some) else s
        data = self.native.data if self.native is not None else b""
        if self.round is None and self.game.asked(choice.site).secret:
            self.round = Round(s.copy(), data)
        if self.round is not None:
            self.round.answers.append((s.player, number))
        s.choose(choice)
        self._go_along(number)
        if not self._in_secret(log):
            self.round = None
        for seat, known in self.known.items():
            if seat in looking:
                self._infer(known, choice, number, before, data)
            known.learn(s)
        for seat in self.hearing[:]:
            self._call(seat, "end" if s.over else "watch", partial(self._news, "watch", seat))

    def forget(self) -> None:
        """Let go of what has happened: everybody who wants to know it has heard it."""
        forget(self.state)
        for known in self.known.values():
            known.log = self.state.log

    def _go_along(self, number: int) -> None:
        if self.native is not None:
            try:
                self.native.choose(number)
            except HoyleError:  # C has less room than Python
                self.native = None

    def _in_secret(self, since: Any) -> bool:
        """Whether others go on answering in secret: nothing else has happened."""
        s = self.state
        return not s.over and self.game.asked(s.site).secret and all(e[0] == CHOSEN for e in raw(s, since))

    def _round_under_way(self) -> Round | None:
        """What others have answered in secret before there was a host."""
        s = self.state
        events = list(
            takewhile(lambda event: event[0] == CHOSEN and self.game.asked(event[2].site).secret, raw(s)[::-1])
        )
        if not events or not isinstance(s.seed, bytes) or not self._in_secret(s.log):
            return None
        try:
            made = array("I", answers(s))
            before = played(self.game, s.seed, made[: -len(events)])
            data = native(before).data if self.native is not None else b""
        except (HoyleError, NotPlayed, TooMuchWork):  # nobody can tell how it came to this
            return None
        return Round(before, data, [(event[1], n) for event, n in zip(events[::-1], made[-len(events) :], strict=True)])

    # ------------------------------------------------------------------------------------------ what choices tell

    def _looking(self, choice: Choice) -> set[int]:
        """The seats that may learn something about hidden cards from a choice of somebody else."""
        asked = self.game.asked(choice.site)
        if choice.offer == DECLINE or asked.secret or any(map(hidden, choice.values)):
            return set()
        if not any(offer.filters for offer in asked.offers):
            return set()
        player = self.state.player
        zones = sum(1 << zone.number for zone in self.game.zones if zone.loose and player in zone.seen)
        return {
            seat
            for seat, known in self.known.items()
            if seat != player and any(may & zones for may in known.may.values())
        }

    def _infer(self, known: Knowledge, choice: Choice, number: int, before: State, data: bytes) -> None:
        """A seat learns from a choice what it tells of hidden cards, if it was told what was chosen."""
        after = known.copy()
        after.learn(self.state)
        if any(card in after.may for card in choice.seen_cards):
            return
        for card in choice.seen_cards:
            known.pinned(card, known.lies[card])
        of = unknown(known, before)
        if self.native is not None:
            found = self.thinker.ruled_out(data, of, STEADY, known.seat, number)
        else:
            found = ruled_out(before, of, STEADY, known.seat, (choice.offer, choice.values))
        for card, zone in found:
            known.ruled_out(card, zone)

    # ------------------------------------------------------------------------------------------ what seats know

    def seat(self, number: int, whole: bool = False) -> Seat:
        """What a seat knows now. whole: for somebody who reads, and not for one who only asks what choices come to."""
        s, draws = self.state, self.draws[number]
        of, before, data = self._unknown(number)
        if self.native is not None and not whole:
            found = self.thinker.imagined(data, of, STEADY)
            if found is not None:
                choices = s.choices if all(choice.moment is None for choice in s.choices) else without_moment(s, ())
                return Seat(self.game, number, choices, of, draws, Packed(self.thinker, found[0]))
        dealt, steady = deal(before, of), Draws(STEADY)
        dealt.next(steady)
        world, choices = laid(before, dealt, steady), without_moment(s)
        world.choices = choices if before is s else ()
        if not whole:
            return Seat(self.game, number, choices, of, draws, world)
        self._nothing_left()
        told = Told(s.view(number, data=True), s.ask(number), *self._news("choose", number))
        return Seat(self.game, number, choices, of, draws, world, told)

    def _unknown(self, seat: int) -> tuple[Unknown, State, bytes]:
        """What whoever is asked does not know, and of which table: where others have answered in secret, as it was
        before that. The same in C."""
        s, known = self.state, self._knowledge(seat)
        assert seat == s.player, "somebody else is asked"
        if self.round is None or not self.round.others(seat):
            return unknown(known, s), s, self.native.data if self.native is not None else b""
        before = self.round.before
        of = attrs.evolve(unknown(known, before), seat=seat, answers=self.round.of(seat))
        return of, before, self.round.data

    def _knowledge(self, seat: int) -> Knowledge:
        if seat not in self.known:  # somebody else's seat, for whom nobody has kept it
            self.known[seat] = beginning(self.game, seat)
            self.known[seat].learn(self.state)
        return self.known[seat]

    def _nothing_left(self) -> None:
        """Before somebody else's code runs: where C works, the table still lies about."""
        if self.native is not None and self.game.native is not None:
            self.game.native.cleared()

    def _place(self, seat: int) -> tuple[Game, int]:
        return self.game, seat

    def _news(self, why: str, seat: int) -> tuple[list[dict[str, Any]]]:
        """What a seat was told since the last time for the same reason."""
        news = self.state.news(seat, self.heard.get((why, seat), 0))
        if news:
            self.heard[why, seat] = news[-1]["i"] + 1
        return (news,)

    # ------------------------------------------------------------------------------------------ bots of others

    def _answer(self, seat: int, bot: Any, at: Seat) -> Choice:
        """What a bot answers; if that is nothing that can be chosen, any choice, with a note."""
        s = self.state
        if isinstance(bot, Thinking):
            return s.choices[bot.choose(at)]
        found, wrong = self._asked(seat, lambda: self._meant(bot.choose(at)))
        if not wrong:
            return s.choices[int(found)]
        self.notes.append(f"player {seat + 1}'s bot lost a turn to chance: {wrong}")
        by_chance: int = self.spare[seat](len(s.choices))
        return s.choices[by_chance]

    def _meant(self, answer: Any) -> int:
        """The number of the choice that somebody has named."""
        return self.state.choices.index(self.state.legal_choice(answer))

    def _asked(self, seat: int, call: Callable[[], Any]) -> tuple[Any, str]:
        """What somebody else's code gives, and what went wrong with it. One that hangs is left hanging."""
        answer: Queue[tuple[Any, str]] = Queue()

        def work() -> None:
            try:
                answer.put((call(), ""))
            except HoyleError as error:
                answer.put((None, error.diagnostics[0].message))
            except BaseException as error:  # whatever it is, the game goes on
                answer.put((None, f"it raised {type(error).__name__}{in_short(error)}"))

        threading.Thread(target=work, daemon=True).start()
        try:
            return answer.get(timeout=self.patience)
        except Empty:
            self.bots[seat] = Unthinking(self.spare[seat])
            return None, LATE

    def _call(self, seat: int, name: str, what: Callable[[], tuple[Any, ...]]) -> None:
        """Tell a bot something, if it wants to know."""
        try:
            method = getattr(self.bots[seat], name, None)
        except Exception:  # it cannot even be asked whether it does
            return
        if callable(method):
            told = what()
            self._nothing_left()
            _, wrong = self._asked(seat, lambda: method(*told))
            if wrong:
                self.notes.append(f"player {seat + 1}'s bot did not `{name}`: {wrong}")


def in_short(error: BaseException) -> str:
    """What an error says, if it can be said."""
    try:
        return f": {shorten(f'{error}', SHORT)}"
    except Exception:
        return ""


def without_moment(s: State, say: Said | None = None) -> tuple[Choice, ...]:
    """The choices of a table without the way back to it. say: their texts, if nobody will read them."""
    return tuple(
        c if c.moment is None else Choice(c.game, c.site, c.offer, c.key, c.say if say is None else say)
        for c in s.choices
    )


def played_out(
    game: Game, seed: int | str, names: Sequence[str], cap: int, engine: str = "auto"
) -> tuple[State, int, int]:
    """A game between bots to its end, or until it is cut off; how many decisions and turns there were."""
    host = Host(game, bots_named(names, game.players, seed), seed, game.start(seed), engine=engine)
    s, decisions, turns, last = host.state, 0, 0, -1
    while not s.over and decisions < cap:
        turns += s.player != last
        last = s.player
        host.play()
        decisions += 1
        if decisions % OFTEN == 0:
            host.forget()
    for note in host.notes:
        warnings.warn(f"{note} (in the game with the seed {seed})", RuntimeWarning, stacklevel=2)
    return s, decisions, turns

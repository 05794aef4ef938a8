"""Why not: of everything a player could think of, whether it can be chosen, and if not, the rule that says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.program.evaluate import Evaluator
from hoyle.program.grouping import is_groups
from hoyle.reference.legal import judge
from hoyle.run.acting import eyes
from hoyle.run.choices import DECLINE, Choice, told_apart
from hoyle.run.moment import Known, bare, wording
from hoyle.run.parts import in_words
from hoyle.run.pointed import Pointed, pointed_at, wrong_with
from hoyle.source import Span
from hoyle.table.seen import in_sight, row_as_seen

if TYPE_CHECKING:
    from hoyle.run.state import State

LATER = "of several, those that are listed first are chosen first"
CHOSEN = "it is already chosen"
DECLINES = "decline"  # what declining is called where the game has no word for it


@attrs.frozen
class Reason:
    """Why something cannot be chosen: what it is about, what is said of it, and the rule that says so.

    rule, place and cites are empty where no rule is needed to say so.
    """

    about: str
    says: str
    rule: str | None = None
    place: str | None = None
    cites: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return f"{quote(self.about)}: {self.says}" if self.about else self.says

    @property
    def source(self) -> str:
        """Where it stands: the line, and what it cites."""
        return ", ".join([*([self.place] if self.place else []), *self.cites])

    def __str__(self) -> str:
        return f"{self.sentence} ({self.source})" if self.source else self.sentence


@attrs.frozen
class Verdict:
    """Something a player could think of now. reason None: it can be chosen."""

    text: str
    choice: Choice
    reason: Reason | None


def why_not(s: State, candidate: Choice | str) -> Reason | None:
    """The reason why a choice, or whatever a text names, cannot be chosen now; None if it can be.

    A text that several things have in common can be chosen if one of them can.
    """
    if s.over:
        return Reason("", "the game is over")
    if isinstance(candidate, Choice):
        return _of_choice(s, candidate)
    if not isinstance(candidate, str):
        help = "pass a choice, or what it says as text"
        raise HoyleError.plain("HYL904", f"{quote_value(candidate)} is neither a choice nor a text", help)
    text = candidate.strip()
    known = verdicts(s)
    found = [v for v in known if _same(v.text, text)]
    group = None if found else _group(s, text)
    if group is not None and (group.complete or not _named(s, text, known, beginnings=False)):
        return _of_group(s, text, group, known)
    found = found or _named(s, text, known, beginnings=False)
    if not found and _same(text, DECLINES):
        found = [v for v in known if v.choice.offer == DECLINE]
    if not found:
        return unheard_of(s, text)
    first, *others = [verdict.reason for verdict in found]
    if first is None or None in others:
        return None
    # one reason for all of several things
    rules = {reason.rule for reason in (first, *others) if reason is not None}
    says = dict.fromkeys(reason.sentence for reason in others if reason is not None)
    return attrs.evolve(first, says="; ".join([first.says, *says]), rule=first.rule if len(rules) == 1 else None)


def _group(s: State, text: str) -> Pointed | None:
    """The group that a text names."""
    env = environment(s)
    for number, offer in enumerate(s.game.asked(s.site).offers):
        opening = offer.template[0] if offer.template and isinstance(offer.template[0], str) else ""
        group = pointed_at(s, env, [opening.strip(), *_names(s, offer)], number, text)
        if group is not None:
            return group
    return None


def by_members(s: State, text: str, offered: Sequence[Choice]) -> Choice | None:
    """The choice of a group whose members a text names, in whatever order."""
    group = _group(s, text)
    seen = None if group is None else _seen(s, group)
    return None if seen is None else next((choice for choice in offered if meaning(s, choice) == seen), None)


def _seen(s: State, group: Pointed) -> Any:
    """What makes a group the same choice as another."""
    offer = s.game.asked(s.site).offers[group.offer]
    return group.offer, row_as_seen(s, eyes(s), offer.params, (group.values,))


def _of_group(s: State, text: str, group: Pointed, known: Sequence[Verdict]) -> Reason | None:
    """Why a group cannot be chosen, condition by condition."""
    wrong, seen = wrong_with(s, group, environment(s)), _seen(s, group)
    if wrong is not None:
        return Reason(text, wrong[0], place=_place(wrong[1].span or s.game.asked(s.site).span))
    return next((verdict.reason for verdict in known if meaning(s, verdict.choice) == seen), None)


def why(
    s: State, text: str, offered: Sequence[Choice] | None = None, chosen: Sequence[Choice] | None = None
) -> list[Verdict]:
    """All that a text may name. offered, chosen: what can be chosen now, and what was before, if not by one and one."""
    return _named(s, text, verdicts(s, offered, chosen), beginnings=True)


def _named(s: State, text: str, known: Sequence[Verdict], beginnings: bool) -> list[Verdict]:
    """By the words of the choices, by the name of an action, or by any part of a text, if it names no action."""
    words = [verdict.text for verdict in known]
    found = named(text, words, inside=False, beginnings=beginnings)
    offers = s.game.asked(s.site).offers
    asked = [number for number, offer in enumerate(offers) if _starts(s, offer, text)]
    if not found:
        meant = [n for n in asked if any(_same(text, name) for name in _names(s, offers[n]))]
        found = [n for n, verdict in enumerate(known) if verdict.choice.offer in meant]
    if not found and not asked:
        found = named(text, words, beginnings=beginnings)
    return [known[number] for number in found]


def named(text: str, names: Sequence[str], inside: bool = True, beginnings: bool = True) -> list[int]:
    """The numbers of the names a text may mean: those that are it, that have it as words or (beginnings) have words
    that begin like its words, or (inside) that have it anywhere.

    A number must be a whole one: part of a number is another number.
    """
    wanted = text.casefold().strip()
    begun = re.compile(".*".join(rf"(?<!\S){_whole_numbers(word)}" for word in wanted.split()))
    part = re.compile(_whole_numbers(wanted))
    ways: list[Callable[[str], bool]] = [
        lambda name: f"{name} (".startswith(f"{wanted} ("),
        lambda name: f" {wanted} " in f" {name} ",
        lambda name: beginnings and begun.search(name) is not None,
        lambda name: inside and part.search(name) is not None,
    ]
    for way in ways:
        found = [number for number, name in enumerate(names) if wanted and way(name.casefold())]
        if found:
            return found
    return []


def _whole_numbers(words: str) -> str:
    """A pattern for words that does not begin or end inside a number."""
    before, after = (r"(?<!\d)" if words[:1].isdecimal() else ""), (r"(?!\d)" if words[-1:].isdecimal() else "")
    return f"{before}{re.escape(words)}{after}"


def verdicts(
    s: State, offered: Sequence[Choice] | None = None, chosen: Sequence[Choice] | None = None
) -> list[Verdict]:
    """Everything the player who is asked could think of, each with a text of its own; what can be chosen first."""
    listed = s.choices if offered is None else tuple(offered)
    before = chosen_of_several(s) if chosen is None else [meaning(s, choice) for choice in chosen]
    known = {meaning(s, choice) for choice in listed}
    others: dict[Any, tuple[Choice, core.Filter | None]] = {}
    for choice, rule in judged(s):
        key = meaning(s, choice)
        if key not in known:
            others.setdefault(key, (choice, rule))
    every = [*listed, *(choice for choice, _ in others.values())]
    told: Known = {}
    said = [bare(s, choice, told) for choice in listed] + [choice.say for choice in every[len(listed) :]]
    texts = map(in_words, told_apart(s, every, said)[len(listed) :])
    return [Verdict(choice.text, choice, None) for choice in listed] + [
        Verdict(text, choice, _reason(text, rule, key in before))
        for text, (key, (choice, rule)) in zip(texts, others.items(), strict=True)
    ]


def judged(s: State) -> list[tuple[Choice, core.Filter | None]]:
    """Every candidate of the pending decision as its player sees it, with the rule that removed it.

    They come in an order that tells the player nothing of cards that are not seen.
    """
    game, choose = s.game, s.game.asked(s.site)
    enough = 1 if choose.amount is None or choose.up_to else max(amount(s), 1)
    candidates = judge(Evaluator(game.program, s), choose, environment(s), enough)
    removed = {(candidate.offer, candidate.values): candidate.removed for candidate in candidates}
    found = []
    for (offer, seen), really in in_sight(s, eyes(s), choose.offers, removed):
        key, rule = seen[0] if len(seen) == 1 else seen, removed[really]
        found.append(
            (game.choice(s.site, offer, key, wording(s, s.site, offer, seen, forbidden=rule is not None)), rule)
        )
    return found


def environment(s: State) -> dict[str, Any]:
    """The locals of the procedure that asks."""
    frame = s.frames[-1]
    return {name: frame[slot] for name, slot in s.game.plan.slots(s.site).items()}


def amount(s: State) -> int:
    """Of a choice of several, how many."""
    wanted = s.game.asked(s.site).amount
    assert wanted is not None
    return int(Evaluator(s.game.program, s).expr(wanted, environment(s)))


def chosen_of_several(s: State) -> list[Any]:
    """Of a choice of several, what was chosen before, by what makes two choices the same."""
    row = s.game.plan.sites[s.site].several
    if row is None:
        return []
    slot, params = s.game.plan.slots(s.site)[row.got], s.game.asked(s.site).offers[0].params
    return [(0, row_as_seen(s, eyes(s), params, (value,))) for value in s.frames[-1][slot]]


def meaning(s: State, choice: Choice) -> Any:
    """What makes two choices of one decision the same: cards that nobody could tell apart are one."""
    if choice.offer == DECLINE:
        return DECLINE
    return choice.offer, row_as_seen(s, eyes(s), choice.params, choice.values)


def _reason(text: str, rule: core.Filter | None, chosen: bool) -> Reason:
    if rule is None:
        return Reason(text, CHOSEN if chosen else LATER)
    return Reason(text, rule.title or f"the rule `{rule.rule}` forbids it", rule.rule, _place(rule.span), rule.cites)


def _place(span: Span | None) -> str | None:
    return span.place if span is not None else None


def unheard_of(s: State, text: str) -> Reason:
    """Why a text names nothing that is thought of now: what is asked, and what it is about."""
    game = s.game
    stops = [site.choose.refusal for site in game.plan.sites if site.choose.declined]
    if any(_same(word, text) for word in (DECLINES, "no more")) or any(_starts(s, offer, text) for offer in stops):
        return Reason(text, "something has to be chosen here", place=_place(game.asked(s.site).span))
    for offer in game.asked(s.site).offers:
        if _starts(s, offer, text):
            return _about(s, text, offer)
    for offer in (offer for site in game.plan.sites for offer in site.choose.offers):
        if _starts(s, offer, text):
            return Reason(text, f"`{offer.name}` is not what player {s.player + 1} is asked for now")
    return Reason(text, f"nothing that player {s.player + 1} is asked about now is called so")


def _of_choice(s: State, choice: Choice) -> Reason | None:
    if choice.game != s.game:
        return Reason(choice.text, "it is a choice of another game")
    if choice.site == s.site:
        known = verdicts(s)
        same = next((verdict for verdict in known if verdict.choice.same(choice)), None)
        if same is not None:
            return same.reason
        alike = next((verdict for verdict in known if meaning(s, verdict.choice) == meaning(s, choice)), None)
        if alike is not None:
            return alike.reason or Reason(choice.text, f"cards just like it are offered once, as {quote(alike.text)}")
    if choice.offer == DECLINE:
        return unheard_of(s, DECLINES) if choice.site == s.site else Reason(choice.text, "it answers another question")
    name = s.game.asked(choice.site).offers[choice.offer].name
    for offer in s.game.asked(s.site).offers:
        if offer.name == name:
            return _about(s, choice.text, offer)
    return Reason(choice.text, f"`{name}` is not what player {s.player + 1} is asked for now")


def _about(s: State, text: str, offer: core.Offer) -> Reason:
    """That an action is asked for, and what it is about, which is none of this."""
    declared = s.game.model.actions.get(offer.name)
    if declared is None:
        params = [(param.name, param.source, param.where) for param in offer.params]
    else:
        params = [(name, source, where) for name, _, source, where in declared.params if source]
    told = []
    for name, source, where in params:
        if source.span is not None and is_groups(source):
            told.append(f"`{_line(source)}`")
        elif source.span is not None:
            limit = f" where {_line(where)}" if where is not None and where.span is not None else ""
            told.append(f"`{name} in {_line(source)}{limit}`")
    some = any(choice.action == offer.name for choice, _ in judged(s))
    says = f"`{offer.name}` is asked for, but {'not with this' if some else 'there is nothing to do it with'}"
    if told:
        says = f"{says}; it is about {' and '.join(told)}"
    return Reason(text, says, place=_place((declared or offer).span))


def _line(node: core.Expr) -> str:
    assert node.span is not None
    return " ".join(node.span.text.split())


def _names(s: State, offer: core.Offer) -> tuple[str, str, str]:
    """What an action is called."""
    return (s.game.model.called(offer.name), offer.name, offer.name.replace("_", " "))


def _starts(s: State, offer: core.Offer, text: str) -> bool:
    """Whether a text starts like this action: with a name of it, or with the words its choices start with."""
    wanted = text.casefold()
    opening = offer.template[0] if offer.template and isinstance(offer.template[0], str) else ""
    words = (word.casefold() for word in (opening.strip(), *_names(s, offer)))
    return any(word and f"{wanted} ".startswith(f"{word} ") for word in words)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()

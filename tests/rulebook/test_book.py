"""The rulebook of every game says all there is in its definition, in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every import GAMES, model, reading
from prose import book, scenarios, slips, unexplained, unfinished

from hoyle.english import cap, plain, safe
from hoyle.rulebook.cards import called
from hoyle.rulebook.definition import teller_of
from hoyle.rulebook.entry import cited
from hoyle.rulebook.examples import telling
from hoyle.syntax import tree
from hoyle.syntax.walk import below
from hoyle.types import names_cards

BUILT_IN = {"up", "used", "players", "winners"}


def every_game(test: object) -> object:
    return pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)(test)  # type: ignore[operator]


def names(declared: object) -> list[str]:
    return [plain(name) for name in declared]  # type: ignore[attr-defined]


@every_game
def test_everything_that_is_cited_is_there(path: Path) -> None:
    cited = set(re.findall(r"[A-Z]{2,4}-\w+", " ".join(re.findall(r"\[([^\]]+)\]", book(path)))))
    decls = [decl for file in reading(path).files for decl in (file.header, *file.decls)]
    rules = [decl for decl in decls if not isinstance(decl, (tree.Property, tree.Scenario))]
    said = {id_ for decl in rules for node in below(decl) for id_ in getattr(node, "cites", ())}
    told = {id_ for scenario in telling(scenarios(path)) for id_ in scenario.cites}
    assert said | told == cited


@every_game
def test_every_rule_is_there_with_its_sentence(path: Path) -> None:
    for rule in model(path).rules:
        assert f"**{cap(plain(rule.name))}.**" in book(path) or f"*{cap(plain(rule.name))}:*" in book(path)
        assert rule.title is None or cap(safe(rule.title)) in book(path)


@every_game
def test_every_option_is_there_with_its_values(path: Path) -> None:
    options = book(path).partition("\n## Options\n")[2].partition("\n## ")[0]
    assert options or not model(path).options
    for option in model(path).options.values():
        text = next(line for line in options.splitlines() if line.startswith(f"**{cap(plain(option.name))}.**"))
        assert option.title is None or cap(safe(option.title)) in text
        kind = model(path).kinds.get(getattr(option.type, "name", ""))
        assert all(f"*{plain(member)}*" in text for member in (kind.members if kind else ()))


@every_game
def test_every_card_is_there(path: Path) -> None:
    cards = book(path).partition("\n## The cards\n")[2].partition("\n## ")[0]
    for type_ in model(path).card_types.values():
        assert f"**{plain(type_.name)} cards.** There are {len(type_.faces)} of them." in cards
        for member in getattr(model(path).kinds.get(f"{type_.name}.name"), "members", ()):
            assert f"| {called(model(path), member)} |" in cards


@every_game
def test_every_zone_ending_action_and_ability_is_there(path: Path) -> None:
    game = model(path)
    rules = book(path).partition("\n## How the game goes\n")[2].partition("\n## Options\n")[0]
    for zone in game.zones:
        table = book(path).partition("\n## The table\n")[2].partition("\n## ")[0]
        assert f"**{cap(plain(zone))}" in table or (zone == "box" and " box" not in rules)
    endings = book(path).partition("\n## How the game is won\n")[2].partition("\n## ")[0]
    assert [f"**{cap(plain(e.name))}.**" in endings for e in game.endings] == [True] * len(game.endings)
    titles = [game.procedures[action].title or plain(action) for action in game.actions]
    assert [title for title in titles if f"**{cap(safe(title))}.** An action" not in book(path)] == []
    for ability in game.abilities:
        assert f"**{called(game, ability.card)} ({plain(ability.timing)}).**" in book(path)


@every_game
def test_every_assumption_and_example_is_there(path: Path) -> None:
    assert all(safe(assumption.text) in book(path) for assumption in model(path).assumptions)
    told = book(path).partition("\n## Examples\n")[2]
    assert told.count("*Given:*") == len(telling(scenarios(path))) > 0


@every_game
def test_an_example_shows_what_none_before_it_did(path: Path) -> None:
    told = telling(scenarios(path))
    cites = [set(scenario.cites) for scenario in told]
    assert all(not each or each - set().union(*cites[:number]) for number, each in enumerate(cites))
    for scenario in told:
        example = book(path).partition(f"**{cap(safe(scenario.title.text))}.**")[2].partition("\n\n**")[0]
        assert re.search(r" (?:chooses?|declines?|may|brings|holds?) ", example)


@every_game
def test_it_starts_with_what_it_is_about(path: Path) -> None:
    """How many play, what is needed, who wins; then how it is won, the cards, the table, the course, and the rules."""
    start, *sections = re.split(r"^## ", book(path), flags=re.MULTILINE)
    assert (
        re.search(r"A game for \d.* players?\.", start)
        and "You need " in start
        and re.search(r" wins?\.| is won by ", start)
    )
    order = [section.partition("\n")[0] for section in sections]
    front = ["How the game is won", "The cards", "The table", "What you keep track of", "How the game goes"]
    assert [title for title in order if title in front] == order[: len(set(front) & set(order))]


@every_game
def test_it_has_nothing_that_is_no_rule(path: Path) -> None:
    """Promises, and what only they ask for, are for whoever tries the definition."""
    text = book(path)
    promises = [decl for file in reading(path).files for decl in file.decls if isinstance(decl, tree.Property)]
    assert [p.title for p in promises if p.title and f"{cap(safe(p.title))}." in text.partition("## Examples")[0]] == []
    asked_by_promises = {node.text for p in promises for node in below(p) if isinstance(node, tree.Name)}
    others = [
        d for file in reading(path).files for d in file.decls if not isinstance(d, (tree.Property, tree.Scenario))
    ]
    asked_by_rules = {node.text for d in others for node in below(d) if isinstance(node, tree.Name | tree.Word)}
    declared = {d.name.text: d for d in others if isinstance(d, tree.Define)}
    for name in asked_by_promises & declared.keys():
        mentions = sum(isinstance(n, tree.Name | tree.Word) and n.text == name for d in others for n in below(d))
        assert mentions > 1 or name not in asked_by_rules or f"**{cap(plain(name))}" not in text or name == "score"


@every_game
def test_it_reads_as_english(path: Path) -> None:
    assert slips(book(path)) == []
    assert unfinished(book(path)) == []


@every_game
def test_what_it_promises_of_words_in_italics_is_kept(path: Path) -> None:
    assert unexplained(book(path)) == []


@every_game
def test_cards_keep_their_capitals(path: Path) -> None:
    text = re.sub(r"“[^”]*”|^\|.*$", "", book(path), flags=re.MULTILINE)
    names = [
        plain(m) for kind in model(path).kinds.values() if names_cards(kind.name) for m in kind.members if "_" in m
    ]
    assert [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)] == []


@every_game
def test_a_reason_that_is_given_is_a_rule_that_is_told(path: Path) -> None:
    for rule in re.findall(r"because of the rule \*([^*]+)\*", book(path)):
        assert f"**{cap(rule)}.**" in book(path) or f"*{cap(rule)}:*" in book(path)


@every_game
def test_an_order_is_told_exactly_where_a_rule_compares(path: Path) -> None:
    """A kind whose words are compared is among those with an order, in which alone they are said to have one."""
    cards = book(path).partition("\n## The cards\n")[2].partition("\n## ")[0]
    ranked = cards.partition("Each of these has an order")[2].partition("These have no order.")[0]
    compared = {
        kind.name
        for kind in model(path).kinds.values()
        if re.search(rf"\b(?:highest|lowest|total) {kind.name.lower()}\b", book(path))
    }
    told = set(re.findall(r"\*\*(\w+)\*\*: (?!\d)", ranked))
    assert told == {name for name in compared if name in re.findall(r"\*\*(\w+)\*\*: ", cards)}


@every_game
def test_every_word_of_a_declaration_is_in_what_is_said_of_it(path: Path) -> None:
    """Nothing is lost on the way: a condition, a place, a number."""
    found = reading(path)
    teller = teller_of(found)
    game = model(path)
    known = {*game.zones, *game.vars, *game.options, *game.actions, *game.procedures, *game.defines}
    known |= {member for kind in game.kinds.values() for member in kind.members}
    lost = []
    for decl in [decl for file in found.files for decl in file.decls]:
        made = teller.told(decl)
        said = made.markdown(cited(decl)).lower() if made is not None else ""
        for word in (word for node in below(decl) for word in written(node, known) if said):
            if word.removesuffix("s").removesuffix("y") not in said:
                lost.append(f"{word!r} of line {decl.span.line}: {said}")
    assert lost == []


def written(node: object, known: set[str]) -> list[str]:
    """The words of a name, an attribute or a number."""
    match node:
        case tree.Name(text) if text in known - BUILT_IN:
            return [word for word in plain(text).lower().split() if word not in ("the", "phase")]
        case tree.Attr(_, tree.Word(text)) if text not in BUILT_IN:
            return plain(text).lower().split()
        case tree.Number(value):
            return [str(abs(value))]
    return []

"""The rulebook of every game says all there is in its definition, in English."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from every import GAMES, model, reading
from prose import slips

from hoyle.commands.rulebook import examples
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.declarations import entry
from hoyle.rulebook.definition import below, teller_of
from hoyle.rulebook.words import cap, plain, safe
from hoyle.syntax import tree

BUILT_IN = {"up", "used", "players", "winners"}


@cache
def book(path: Path) -> str:
    return rulebook(reading(path), examples(reading(path)))


def every_game(test: object) -> object:
    return pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)(test)  # type: ignore[operator]


def names(declared: object) -> list[str]:
    return [plain(name) for name in declared]  # type: ignore[attr-defined]


@every_game
def test_everything_that_is_cited_is_there(path: Path) -> None:
    cited = set(re.findall(r"[A-Z]{2,4}-\w+", " ".join(re.findall(r"\[([^\]]+)\]", book(path)))))
    told = {id_ for scenario in examples(reading(path)) for id_ in scenario.cites}
    assert set(model(path).cited) | told == cited


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
            assert f"| {plain(member)} |" in cards


@every_game
def test_every_zone_ending_action_and_ability_is_there(path: Path) -> None:
    game = model(path)
    for zone in game.zones:
        assert f"**{cap(plain(zone))}" in book(path).partition("\n## The table\n")[2].partition("\n## ")[0]
    endings = book(path).partition("\n## How the game ends\n")[2].partition("\n## ")[0]
    assert [f"**{cap(plain(e.name))}.**" in endings for e in game.endings] == [True] * len(game.endings)
    assert all(f"**{cap(plain(action))}.** An action" in book(path) for action in game.actions)
    for ability in game.abilities:
        assert f"**{cap(plain(ability.card))} ({plain(ability.timing)}).**" in book(path)


@every_game
def test_every_assumption_and_example_is_there(path: Path) -> None:
    assert all(safe(assumption.text) in book(path) for assumption in model(path).assumptions)
    told = book(path).partition("\n## Examples\n")[2]
    assert told.count("*Given:*") == len(examples(reading(path))) > 0


@every_game
def test_it_reads_as_english(path: Path) -> None:
    assert slips(book(path)) == []


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
        said = (entry(teller, decl) or "").lower()
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


@every_game
def test_what_is_shown_as_code_is_little(path: Path) -> None:
    lines = book(path).splitlines()
    assert sum("`" in line for line in lines) <= len(lines) // 100

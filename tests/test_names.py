"""What is known of something is data beside its name. Names that the house makes have an apostrophe in them, so that no
author's name is one of them; that is all it says. Nothing asks for it, and nothing takes a name apart.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from every import ROOT

HOUSE = ROOT / "interpreter" / "hoyle"
MARK = "'"
TAKING_APART = {
    *("partition", "rpartition", "split", "rsplit", "replace", "strip", "lstrip", "rstrip"),
    *("startswith", "endswith", "removeprefix", "removesuffix", "find", "rfind", "index", "count"),
}


def marked(node: ast.expr, constants: dict[str, str]) -> bool:
    """Whether an expression is a text by which made names are told from others."""
    match node:
        case ast.Constant(value=str(text)):
            return re.fullmatch(rf"\w*{MARK}\w*", text) is not None
        case ast.Name(id=name):
            return MARK in constants.get(name, "")
        case ast.Call(func=ast.Name(id="chr"), args=[ast.Constant(value=39)]):
            return True
        case ast.Tuple(elts=parts):
            return any(marked(part, constants) for part in parts)
    return False


def readings(text: str) -> Iterator[int]:
    """The lines in which a name is read back."""
    tree = ast.parse(text)
    constants = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(value))):
                constants[name] = value
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()]) if marked(left, constants):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr=attr), args=args) if attr in TAKING_APART:
                if any(marked(arg, constants) for arg in args):
                    yield node.lineno


FORMS = (
    'if "\'" in name: pass',
    'own = [n for n in names if "\'" not in n]',
    'card = name.partition("\'")[0]',
    'timing = name.split("\'")[1]',
    "told = name.replace(chr(39), '.')",
    'CHECK = "check\'"\nchecks = [n for n in names if n.startswith(CHECK)]',
    'loud = not name.endswith("\'quiet")',
)


@pytest.mark.parametrize("form", FORMS)
def test_it_is_seen_if_a_name_is_read_back(form: str) -> None:
    assert list(readings(form))


@pytest.mark.parametrize("form", ('made = f"{card}\'{timing}"', 'found = made[f"property\'{number}"]', "a in names"))
def test_to_make_a_name_is_no_reading(form: str) -> None:
    assert not list(readings(form))


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.py")), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_name_is_read_back(path: Path) -> None:
    found = [f"{path.relative_to(ROOT)}:{line}" for line in readings(path.read_text(encoding="utf-8"))]
    assert not found, f"what a name says is to be data beside it: {', '.join(found)}"

"""Whatever the core and the plan can say there is C for: a node that is added needs its case here too."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest

import hoyle.native
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS, OPERATORS, LooksAt
from hoyle.plan import nodes as plan

FOLDER = Path(hoyle.native.__file__).parent
GONE = {"Option", "Players", "CardRef", "Members"}  # before a program is lowered
ONLY_PYTHON = {"Mark"}  # coverage is counted in Python
PLANNED = {"groups"}  # what is written has a plan for all of them


@cache
def tree(name: str) -> ast.Module:
    return ast.parse((FOLDER / name).read_text(encoding="utf-8"))


def cases(*files: str) -> set[str]:
    """The nodes that some `match` has a case for."""
    found = set()
    for file in files:
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Attribute):
                found.add(node.cls.attr)
    return found


def words(*files: str) -> set[str]:
    return {
        n.value
        for file in files
        for n in ast.walk(tree(file))
        if isinstance(n, ast.Constant) and isinstance(n.value, str)
    }


def names(union: Any) -> set[str]:
    return {(get_origin(kind) or kind).__name__ for kind in get_args(union)}


def test_expressions() -> None:
    assert names(core.Expr) - GONE <= cases("values.py")


def test_statements() -> None:
    assert names(core.Stmt) - ONLY_PYTHON <= cases("steps.py")


def test_steps_and_ends() -> None:
    assert (names(plan.Step) - names(core.Stmt)) | names(plan.End) <= cases("frames.py")


@pytest.mark.parametrize("op", sorted(OPERATORS))
def test_operators(op: str) -> None:
    known = words("values.py", "loops.py", "folds.py")
    by_faces = OPERATORS[op].reads is LooksAt.FACES
    watched = OPERATORS[op].reads in (LooksAt.BEFORE, LooksAt.MARKS)
    assert op in known or by_faces or watched or op in PLANNED


@pytest.mark.parametrize("kind", sorted(FOLDS))
def test_folds(kind: str) -> None:
    assert kind in words("folds.py", "loops.py")

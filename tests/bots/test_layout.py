"""What Python and C have to agree on: constants, and the rows that one hands to the other."""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path

import pytest

from hoyle.bots import inference, worlds
from hoyle.native import module, thinking
from hoyle.native.compile import NoCompiler, compiler

TEXT = "".join((Path(module.__file__).parent / name).read_text("utf-8") for name in ("worlds.h", "think.h"))
STRUCTS = {"Unknown": thinking._Unknown, "Thought": thinking._Thought, "Opinion": thinking._Opinion}
CONSTANTS = {
    "WARM": worlds.WARM,
    "BETWEEN": worlds.BETWEEN,
    "ANSWERS": worlds.ANSWERS,
    "PROBED": inference.PROBED,
}


def test_constants() -> None:
    found = {name: int(value) for name, value in re.findall(r"^#define (\w+) (\d+)", TEXT, re.MULTILINE)}
    assert found == CONSTANTS


def declared(name: str) -> str:
    """A struct as C declares it."""
    (found,) = re.findall(rf"^typedef struct {{([^{{}}]*)}} {name};", TEXT, re.MULTILINE | re.DOTALL)
    return found


@pytest.mark.parametrize("name", STRUCTS)
def test_structs_have_the_same_members(name: str) -> None:
    members = re.sub(r"\b(?:const|u?int\d+_t|double)\b|[*;,]", " ", declared(name)).split()
    assert members == [field[0] for field in STRUCTS[name]._fields_]


def test_structs_are_laid_out_alike(tmp_path: Path) -> None:
    try:
        command = compiler(None)
    except NoCompiler as reason:
        pytest.skip(str(reason))
    lines = ["#include <stddef.h>", "#include <stdint.h>", "#include <stdio.h>"]
    lines += [f"typedef struct {{{declared(name)}}} {name};" for name in STRUCTS]
    wanted = []
    prints = []
    for name, struct in STRUCTS.items():
        wanted.append(ctypes.sizeof(struct))
        prints.append(f'printf("%zu ", sizeof({name}));')
        for field in struct._fields_:
            wanted.append(getattr(struct, field[0]).offset)
            prints.append(f'printf("%zu ", offsetof({name}, {field[0]}));')
    source, program = tmp_path / "layout.c", tmp_path / "layout"
    source.write_text("\n".join([*lines, f"int main(void) {{ {' '.join(prints)} return 0; }}"]))
    subprocess.run([*command, str(source), "-o", str(program)], check=True)
    found = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.split()
    assert list(map(int, found)) == wanted


def test_how_good_a_world_is_said_alike() -> None:
    (found,) = re.findall(r"\*how = d\.loose \? (\d) : d\.free \? (\d) : (\d);", TEXT)
    assert tuple(map(int, found)) == (thinking.LOOSE, thinking.ANY_ORDER, thinking.WALKED)

"""Every command that takes a definition, with definitions written to do harm: none takes long, or much memory.

Each command runs in a process of its own that has imported everything and read a definition before it is measured. In
every run of the tests a command gets one in so many of the definitions, each another one; with `make soak` all of them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from traps import BASE, COURSE, CPU, MEMORY, STEP, TRAPS, WORK, step

COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "FILE"),
    "fmt": ("fmt", "--diff", "FILE"),
    "tree": ("dump", "--stage", "tree", "FILE"),
    "model": ("dump", "--stage", "model", "FILE"),
    "core": ("dump", "--stage", "core", "FILE"),
    "python": ("dump", "--stage", "python", "FILE"),
    "c": ("dump", "--stage", "c", "FILE"),
    "rulebook": ("rulebook", "FILE"),
    "explain": ("explain", "score", "--game", "FILE", "--players", "2"),
    "assumptions": ("assumptions", "FILE"),
    "test": ("test", "FILE", "--games", "0"),
    "play": ("play", "FILE", "--watch", "--seed", "1", "--bots", "random"),
    "simulate": ("simulate", "FILE", "--games", "1", "--cap", "20"),
    "explore": ("explore", "FILE", "--limit-states", "5"),
    "compare": ("compare", "FILE", "FILE", "--games", "1", "--jobs", "1", "--cap", "20", "--bots", "random"),
}
EVERYTHING = ("check", "fmt", "tree")  # for what is refused: the other commands do no more than `check` does
Files = dict[str, str]


def game(extra: str = "", steps: str = STEP, base: str = BASE, course: str = COURSE) -> str:
    return f"{base}\n{extra}{steps}{course}"


# ---------------------------------------------------------------------------------------------- several files

VARIED = game("define worth = total\n" + "".join(f"define w{n} = {n}\n" for n in range(60)))


def variant(of: str, says: str, others: str = "") -> str:
    return f'variant "Of {of}" of {of}{others}\n\n{says}\n'


def side_by_side(count: int, says: Callable[[int], str], base: str = VARIED) -> Files:
    """One variant that is made of many others, which know nothing of each other."""
    names = [f"v{n}" for n in range(count - 1)]
    top = variant(names[0], "set w59 = 5", f" with {', '.join(names[1:])}")
    return {
        "top.hoyle": top,
        **{f"{v}.hoyle": variant("base", says(n)) for n, v in enumerate(names)},
        "base.hoyle": base,
    }


def in_a_row(count: int, says: Callable[[int], str]) -> Files:
    """A variant of a variant, and so on."""
    made = {f"v{n}.hoyle": variant(f"v{n - 1}" if n else "base", says(n)) for n in range(count)}
    return {f"v{count - 1}.hoyle": "", **made, "base.hoyle": VARIED}


def libraries(count: int, uses: Callable[[int], list[int]]) -> Files:
    made = {
        f"l{n}.hoyle": f"library l{n}\n\n" + "".join(f"use l{u}\n" for u in uses(n)) + f"\ndefine from_{n} = {n}\n"
        for n in range(count)
    }
    return {"base.hoyle": VARIED.replace("\ncards", "\nuse l0\n\ncards", 1), **made}


TABLED = game(base=BASE.replace("    | value |\n    | 1..9  |\n", '    from "rows.csv"\n'))
BIG = BASE.replace("1..9", "1..9990")
LONG = "x" * 490


def rows(text: str) -> Files:
    return {"base.hoyle": TABLED, "rows.csv": text}


def trials(count: int) -> str:
    lines = "    given\n        total = 1\n    when\n        step\n    then\n        total is 2\n"
    return "".join(f'\nscenario "s{n}"\n{lines}' for n in range(count))


# each with the codes that may be told by `check`; none: it passes
FOLDERS: dict[str, tuple[Files, set[str]]] = {
    "fifty variants": (side_by_side(50, lambda n: f"set w{n} = {n + 1}"), set()),
    "fifty variants that say the same": (
        side_by_side(50, lambda _: "".join(f"set w{n} = 7\n" for n in range(50))),
        set(),
    ),
    "fifty variants that disagree": (
        side_by_side(50, lambda v: "".join(f"set w{n} = {v + 100}\n" for n in range(50))),
        {"HYL607"},
    ),
    "fifty variants with exceptions": (
        side_by_side(50, lambda n: "".join(f"except w{m} as x{n} when total > {n} gives {n}\n" for m in range(9))),
        {"HYL301"},
    ),
    "fifty variants that remove": (side_by_side(50, lambda n: f"remove define w{n}"), set()),
    "fifty variants that use one library": (
        side_by_side(50, lambda _: "use l0") | {"l0.hoyle": "library l0\n\ndefine from_0 = 1\n"},
        set(),
    ),
    "too many variants": (side_by_side(61, lambda n: f"set w{n % 50} = {n % 50}"), {"HYL212"}),
    "sixty variants of variants": (
        in_a_row(60, lambda v: "".join(f"set w{(v + n) % 50} = {v}\n" for n in range(10))),
        set(),
    ),
    "three hundred variants of variants": (in_a_row(300, lambda n: f"set w{n % 50} = {n}"), {"HYL212"}),
    "thirty libraries": (libraries(30, lambda n: list(range(n + 1, 30))), set()),
    "libraries in circles": (libraries(30, lambda n: [m for m in range(30) if m != n]), {"HYL011"}),
    "three hundred libraries": (libraries(300, lambda n: [n + 1] if n < 299 else []), {"HYL212"}),
    "a hundred thousand rows": (
        rows("value\n" + "".join(f"{n % 9 + 1}\n" for n in range(100_000))),
        {"HYL211", "HYL212"},
    ),
    "a hundred thousand columns": (rows(f"{'value,' * 100_000}\n{'1,' * 100_000}\n"), {"HYL207"}),
    "a hundred thousand other columns": (
        rows("value," + ",".join(f"c{n}" for n in range(100_000)) + f"\n1{',1' * 100_000}\n"),
        {"HYL207"},
    ),
    "a large cell": (rows(f"value\n{'x' * 990_000}\n"), {"HYL012"}),
    "a quote that is not closed": (rows('value\n"' + "x\n" * 400_000), {"HYL012"}),
    "a megabyte of commas": (rows("value\n" + "," * 990_000), {"HYL212"}),
}

# ---------------------------------------------------------------------------------------------- one file

WRITTEN = BASE.replace(
    "    | value |\n    | 1..9  |\n", '    t : text\n    written "{}"\n    | value | t |\n    | 1..9 | "{}" |\n'
)


def written(how: str, text: str) -> str:
    before, _, rest = WRITTEN.partition('"{}"')
    middle, _, after = rest.partition('"{}"')
    return f'{before}"{how}"{middle}"{text}"{after}'.replace("1..9", "1..9990")


TEXTS: dict[str, tuple[str, set[str]]] = {
    "two hundred actions": (
        game(
            "".join(f"action a{n}\n    total += {n % 9}\n" for n in range(200)),
            step("seat(1) must " + " or ".join(f"a{n}" for n in range(200))),
        ),
        set(),
    ),
    "two hundred scenarios": (game() + trials(200), set()),
    "sixty options": (
        game(
            "".join(f"option o{n} : yes_no = no\n" for n in range(60))
            + "define x = 1\n"
            + "".join(f"except x as e{n} when o{n}\n    when total is {n}\n    gives {n}\n" for n in range(60)),
            step("total = x"),
        ),
        set(),
    ),
    "phases twice and twice again": (
        game(
            "".join(f"phase p{n}\n    var v{n} : number = 0\n    p{n + 1}\n    p{n + 1}\n" for n in range(60))
            + "phase p60\n    seat(1) must lay if able\n",
            step("p0"),
        ),
        set(),
    ),
    "hooks that set each other off": (
        game(
            "".join(f"to h{n}\n    total += 1\n" for n in range(60))
            + "".join(f"after h{n}\n    h{n + 1}\n    h{n + 1}\n" for n in range(59)),
            step("h0"),
        ),
        set(),
    ),
    "a game that never ends": (game(steps=step("deal 99999999999999 from heap to hand")), set()),
    "long names of cards": (game(base=written("{t}" * 150, LONG)), {"HYL212"}),
    "long names of cards without a word for it": (
        game(base=written("", LONG).replace('    written ""\n', "").replace(" key", "")),
        {"HYL212"},
    ),
    "texts of many cards": (
        game('action say(a in 1..2000)\n    text "{a} {heap}"\n    total += 1\n', step("seat(1) may say"), BIG),
        set(),
    ),
    "a text with many braces": (
        game('action say\n    text "' + "{total}" * 60 + '"\n    total += 1\n', step("seat(1) may say")),
        {"HYL212"},
    ),
    "many choices with long texts": (
        game(
            f'action say(a in 1..300, b in 1..300)\n    text "{{a}} {{b}} {LONG[:480]}"\n    total += 1\n',
            step("seat(1) may say"),
        ),
        set(),
    ),
    "many phases with long titles": (
        game(f'phase p0 "{LONG}"\n    total += 1\n', step("repeat 5000 times", "    p0")),
        set(),
    ),
    "many moves": (game(steps=step("repeat 3000 times", "    move top(heap) to heap bottom")), set()),
    "a change of one of many": (
        game("kind K : 1..400\nvar big[K, K] : number = 0\n", step("repeat 20 times", "    big[1, 2] += 1")),
        set(),
    ),
    "a miniature of many cards": (game(base=BIG) + '\nminiature "m"\n    copies 3\n', set()),
    "a miniature without bounds": (
        game() + '\nminiature "m"\n    copies 999999999999999\n    orders 999999999999999\n',
        set(),
    ),
    "a property with loops in loops": (
        game("property slow always not any(i in 1..9999 where any(j in 1..9999 where i + j < total - 9999))\n"),
        set(),
    ),
    "citations": (game(f"define x = 1    cites {', '.join(f'AB-{n}' for n in range(900))}\n"), set()),
    "many unknown names": (game("".join(f"define x{n} = {'ab' * 20}{n}\n" for n in range(300))), {"HYL101"}),
    "a name of nine thousand letters": (game(f"define {'x' * 9000} = 1\n"), {"HYL014"}),
    "a text of nine thousand letters": (game(f'define x "{"x" * 9000}" = 1\n'), {"HYL014"}),
}

DRIVER = """
import os, resource, sys, tempfile
from pathlib import Path
from hoyle.commands import app
import hoyle.commands.sitting, hoyle.compare.run, hoyle.explore.search, hoyle.rulebook.book, hoyle.rulebook.page
import hoyle.trials.run, hoyle.read
hoyle.read.read_path(Path(sys.argv[1]))
for path, *command in (line.split("\\t") for line in sys.argv[2:]):
    out = tempfile.TemporaryFile()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        for stream in (1, 2):
            os.dup2(out.fileno(), stream)
        os.chdir(tempfile.mkdtemp(dir=Path(path).parent))
        sys.argv = ["hoyle", *(path if word == "FILE" else word for word in command)]
        code = app.main()
        sys.stdout.flush()
        os._exit(code)
    _, status, used = os.wait4(child, 0)
    out.seek(0)
    said = out.read(20_000).decode().split()
    codes = {word.rstrip(":") for word in said if word.startswith("HYL")}
    code = os.waitstatus_to_exitcode(status)
    print(code, f"{used.ru_utime + used.ru_stime:.2f}", used.ru_maxrss // 1024, *sorted(codes), flush=True)
"""


def all_traps() -> dict[str, tuple[Files, set[str] | None]]:
    """Every trap by its name: its files, that which is meant first, and what `check` says of it, if that is known."""
    found: dict[str, tuple[Files, set[str] | None]] = {}
    for name, (text, _) in TRAPS.items():
        if not name.startswith("a local"):
            found[name] = {"base.hoyle": text}, None
    for name, (text, _) in WORK.items():
        found[name] = {"base.hoyle": BASE + "\n" + text + COURSE}, None
    for name, (text, codes) in TEXTS.items():
        found[name] = {"base.hoyle": text}, codes
    return found | FOLDERS


@pytest.fixture(scope="module")
def traps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("traps")
    made: dict[str, Path] = {}
    for number, (name, (files, _)) in enumerate(all_traps().items()):
        folder = root / str(number)
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        made[name] = folder / next(iter(files))
    return made


class Ran(NamedTuple):
    """How a command ended: its exit code, the seconds and megabytes it took, and the codes that it told."""

    code: int
    cpu: float
    memory: int
    codes: set[str]


def run(lines: list[tuple[str, Path]]) -> list[Ran]:
    """Some commands, each with a file."""
    plain = Path(__file__).parents[2] / "examples" / "hearts.hoyle"
    told = ["\t".join([str(path), *COMMANDS[command]]) for command, path in lines]
    arguments = [sys.executable, "-c", DRIVER, str(plain), *told]
    ran = subprocess.run(arguments, capture_output=True, text=True, timeout=900, stdin=subprocess.DEVNULL)
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    lines = [line.split() for line in ran.stdout.splitlines()]
    return [Ran(int(code), float(cpu), int(memory), set(codes)) for code, cpu, memory, *codes in lines]


@pytest.fixture(scope="module")
def checked(traps: dict[str, Path], pytestconfig: pytest.Config) -> dict[str, Ran]:
    """What comes of `check`; in a short run only of those that `tests/check/test_traps.py` does not try."""
    short = pytestconfig.getoption("one_trap_in") > 1
    names = [name for name, (_, codes) in all_traps().items() if codes is not None or not short]
    return dict(zip(names, run([("check", traps[name]) for name in names]), strict=True))


def test_what_check_says(checked: dict[str, Ran]) -> None:
    for name, (_, codes) in all_traps().items():
        if codes is not None:
            assert checked[name].codes & codes if codes else checked[name].code == 0, (name, checked[name])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """In a short run all commands share what is imported before them; in a long one each is a test by itself."""
    if "commands" in metafunc.fixturenames:
        others = [command for command in COMMANDS if command != "check"]
        short = metafunc.config.getoption("one_trap_in") > 1
        metafunc.parametrize("commands", [others] if short else [[command] for command in others], ids=" ".join)


def within_limits(name: str, ran: Ran) -> None:
    assert ran.code in (0, 1, 3), (name, ran)
    assert ran.cpu < CPU, (name, ran)
    assert ran.memory < MEMORY, (name, ran)


def test_check_within_limits(checked: dict[str, Ran], tried: Callable[[str, int], None]) -> None:
    tried("commands with definitions that do harm", len(checked))
    for name, ran in checked.items():
        within_limits(name, ran)


def test_within_limits(
    commands: list[str],
    traps: dict[str, Path],
    checked: dict[str, Ran],
    pytestconfig: pytest.Config,
    tried: Callable[[str, int], None],
) -> None:
    every = pytestconfig.getoption("one_trap_in")
    refused = {name for name, ran in checked.items() if ran.code}
    chosen: list[tuple[str, str]] = []
    for command in commands:
        names = [name for name in traps if name not in refused or command in EVERYTHING]
        chosen += [(command, name) for name in names[list(COMMANDS).index(command) % every :: every]]
    tried("commands with definitions that do harm", len(chosen))
    ended = run([(command, traps[name]) for command, name in chosen])
    for (command, name), ran in zip(chosen, ended, strict=True):
        within_limits(f"{command}: {name}", ran)

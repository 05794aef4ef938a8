"""Every code has a page, and every page is true: its wrong example fails as it says, its right one does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from explained import CODES, page_of

import hoyle.diagnostics
from hoyle.diagnostics import Diagnostic, HoyleError, explain


def check(text: str) -> list[Diagnostic]:
    """What the checker says of a definition. The only place here that knows how to call it."""
    from hoyle.read import check_text

    return check_text(text)


def draw(text: str) -> list[Diagnostic]:
    """What is said of a look that lies beside the game the manual begins with."""
    from manual.test_manual import BASE, IN_MANUAL

    from hoyle.look import check_look

    Path(BASE).write_text(next(b.text for b in IN_MANUAL if b.marks.get("file") == BASE), encoding="utf-8")
    look = Path(BASE).with_suffix(".look")
    look.write_text(text, encoding="utf-8")
    return check_look(look)


def run(program: str) -> list[Diagnostic]:
    """What a Python program, run on its own, is told by the `HoyleError` it ends with; nothing if it runs through."""
    try:
        exec(compile(program, "<page>", "exec"), {"__name__": "__main__"})
    except HoyleError as error:
        return list(error.diagnostics)
    return []


REPORT = {"hoyle": check, "look": draw, "python": run}


def test_codes_are_in_order_and_once() -> None:
    assert sorted(set(CODES)) == CODES
    assert all(re.fullmatch(r"HYL\d{3}", code) for code in CODES)


@pytest.mark.parametrize("code", CODES)
def test_titles_follow_the_style(code: str) -> None:
    page = page_of(code)
    assert page.code == code
    assert page.title[0].islower()
    assert not page.title.endswith(".")


def test_every_code_in_the_package_has_a_page() -> None:
    package = Path(hoyle.diagnostics.__file__).parents[1]
    used = {
        (code, path.relative_to(package))
        for path in package.rglob("*.py")
        for code in re.findall(r"HYL\d{3}", path.read_text(encoding="utf-8"))
    }
    assert not {(code, path) for code, path in used if code not in CODES}


@pytest.mark.parametrize("code", CODES)
def test_wrong_example_reports_its_code(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = page_of(code)
    reported = {diagnostic.code for diagnostic in REPORT[page.language](page.wrong)}
    assert code in reported
    assert reported <= {code, *page.also}


@pytest.mark.parametrize("code", CODES)
def test_right_example_reports_nothing(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = page_of(code)
    assert REPORT[page.language](page.right) == []


def test_python_examples_are_run() -> None:
    failing = "from hoyle.diagnostics import HoyleError\nraise HoyleError.plain('HYL001', 'no')\n"
    assert [diagnostic.code for diagnostic in run(failing)] == ["HYL001"]
    assert run("seats = [seat for seat in range(4)]\n") == []


def test_codes_are_found_in_either_case() -> None:
    assert explain("hyl003") == explain("HYL003")


@pytest.mark.parametrize("code", ["HYL000", "", "../HYL003", "weight"])
def test_what_is_no_code_is_not_explained(code: str) -> None:
    with pytest.raises(LookupError):
        explain(code)

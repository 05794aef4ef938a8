"""Every code has a page, and every page is true: its wrong example fails as it says, its right one does not."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

import hoyle.diagnostics
from hoyle.diagnostics import CODES, Diagnostic, HoyleError, explain, lookup
from hoyle.diagnostics.codes import read_page


def check(text: str) -> list[Diagnostic]:
    """What the checker says of a definition. The only place here that knows how to call it."""
    from hoyle.read import check_text

    return check_text(text)


def run(program: str) -> list[Diagnostic]:
    """What a Python program, run on its own, is told by the `HoyleError` it ends with; nothing if it runs through."""
    try:
        exec(compile(program, "<page>", "exec"), {"__name__": "__main__"})
    except HoyleError as error:
        return list(error.diagnostics)
    return []


REPORT = {"hoyle": check, "python": run}
PAGES = sorted(page.name.removesuffix(".md") for page in (resources.files("hoyle.diagnostics") / "pages").iterdir())


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert [code.id for code in CODES] == PAGES


def test_codes_are_in_order_and_once() -> None:
    ids = [code.id for code in CODES]
    assert ids == sorted(set(ids))
    assert all(re.fullmatch(r"HYL\d{3}", id) for id in ids)


def test_titles_follow_the_style() -> None:
    for code in CODES:
        assert code.title[0].islower(), code
        assert not code.title.endswith("."), code


def test_every_code_in_the_package_is_in_the_table() -> None:
    package = Path(hoyle.diagnostics.__file__).parents[1]
    used = {
        (code, path.relative_to(package))
        for path in package.rglob("*.py")
        for code in re.findall(r"HYL\d{3}", path.read_text(encoding="utf-8"))
    }
    assert not {(code, path) for code, path in used if lookup(code) is None}


@pytest.mark.parametrize("code", PAGES)
def test_page_has_the_title_of_its_code(code: str) -> None:
    page, known = explain(code), lookup(code)
    assert known is not None
    assert (page.code, page.title) == (known.id, known.title)


@pytest.mark.parametrize("code", PAGES)
def test_wrong_example_reports_its_code(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = explain(code)
    reported = {diagnostic.code for diagnostic in REPORT[page.language](page.wrong)}
    assert code in reported
    assert reported <= {code, *page.also}


@pytest.mark.parametrize("code", PAGES)
def test_right_example_reports_nothing(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = explain(code)
    assert REPORT[page.language](page.right) == []


# ---------------------------------------------------------------- how a page is read

PAGE = """\
# HYL999: title here
also: HYL998, HYL997

What it means.

## Wrong

```python
wrong()

wrong()
```

## Right

```python
right()
```

The end.
"""


def test_the_parts_of_a_page() -> None:
    page = read_page(PAGE)
    assert (page.code, page.title, page.language) == ("HYL999", "title here", "python")
    assert page.also == ("HYL998", "HYL997")
    assert (page.wrong, page.right) == ("wrong()\n\nwrong()\n", "right()\n")
    assert page.body.startswith("What it means.\n\n## Wrong\n")
    assert page.body.endswith("```\n\nThe end.\n")


def test_further_codes_may_be_left_out() -> None:
    assert read_page(PAGE.replace("also: HYL998, HYL997\n", "")).also == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("# HYL999: title here", "# title here", "starts with"),
        ("## Wrong\n", "## Wrong\n\nsome text\n", "## Wrong"),
        ("## Right\n", "## right\n", "## Right"),
        ("```python\nright()", "```hoyle\nright()", "same language"),
        ("```python\nwrong()", "```\nwrong()", "## Wrong"),
    ],
)
def test_a_page_in_the_wrong_form_is_refused(old: str, new: str, says: str) -> None:
    assert old in PAGE
    with pytest.raises(ValueError, match=says):
        read_page(PAGE.replace(old, new))


def test_python_examples_are_run() -> None:
    failing = "from hoyle.diagnostics import HoyleError\nraise HoyleError.plain('HYL001', 'no')\n"
    assert [diagnostic.code for diagnostic in run(failing)] == ["HYL001"]
    assert run("seats = [seat for seat in range(4)]\n") == []


def test_codes_are_found_in_either_case() -> None:
    assert lookup("hyl003") is lookup("HYL003") is not None
    assert explain("hyl003").code == "HYL003"


@pytest.mark.parametrize("code", ["HYL000", "", "../HYL003", "weight"])
def test_what_is_no_code_is_not_explained(code: str) -> None:
    assert lookup(code) is None
    with pytest.raises(LookupError):
        explain(code)

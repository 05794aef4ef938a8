"""A definition that shows a fault, made smaller: lines and whole blocks are taken out as long as the fault stays."""

from __future__ import annotations

import re
from collections.abc import Callable

from whole.game import Written

MOST = 1500  # tries


def reduced(written: Written, shows: Callable[[Written], bool]) -> Written:
    """The smallest definition that was found. shows: whether one still has the fault."""
    left = MOST

    def better(files: dict[str, str]) -> bool:
        nonlocal left, written
        left -= 1
        made = Written(files, written.main)
        if left < 0 or not shows(made):
            return False
        written = made
        return True

    while True:
        before = written
        for name in list(written.files):
            if name != written.main and name in written.files:
                better({n: text for n, text in written.files.items() if n != name})
        for name in list(written.files):
            _fewer_lines(written, name, better, lambda: written)
            _shorter_lines(written, name, better, lambda: written)
        if written == before or left < 0:
            return written


def _fewer_lines(_: Written, name: str, better: Callable[[dict[str, str]], bool], now: Callable[[], Written]) -> None:
    """Take out a line with all that is indented below it, or only that line, from the last to the first."""
    place = len(now().files[name].split("\n")) - 1
    while place > 0:
        lines = now().files[name].split("\n")
        place = min(place, len(lines) - 1)
        end = place + 1
        while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > _indent(lines[place])):
            end += 1
        block = [line[4:] for line in lines[place + 1 : end]]
        for instead in ([], block):
            files = {**now().files, name: "\n".join([*lines[:place], *instead, *lines[end:]])}
            if files != now().files and better(files):
                break
        place -= 1


def _shorter_lines(_: Written, name: str, better: Callable[[dict[str, str]], bool], now: Callable[[], Written]) -> None:
    """Put something simple in the place of what stands in brackets, and take out clauses of a line."""
    ways = [
        (r"\([^()]*\)", ""),
        (r"\([^()]*\)", "1"),
        (r"\b\w+\([^()]*\)", "1"),
        (r"\b\w+\([^()]*\)", "yes"),
        (r"\b\w+\([^()]*\)", "seat(1)"),
        (r" (when|where|and|or|else|over|has|by) [^,)]*?(?= (?:when|where|and|or|else|gives|as|waive)\b|[,)\n]|$)", ""),
        (r" as \w+( \"[^\"]*\")?", ""),
        (r"if .*? then (.*?) otherwise .*", r"\1"),
        (r" \"[^\"]*\"", ""),
        (r",[^,\]\)|]*", ""),
        (r" [-+*/] \w+", ""),
        (r" cites .*", ""),
    ]
    for pattern, instead in ways:
        place = 0
        while True:
            text = now().files[name]
            found = re.compile(pattern, re.MULTILINE).search(text, place)
            if found is None:
                break
            made = text[: found.start()] + found.expand(instead) + text[found.end() :]
            if made == text or not better({**now().files, name: made}):
                place = found.start() + 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

"""Plots as SVG that stands in a page: A is hatched and B is filled, so that they can be told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import inf

from hoyle.compare.run import Answer
from hoyle.compare.statistics import Interval

BINS = 24
LIMIT = 4.0  # margins, left and right of zero
SHORT = 38  # letters of a name beside a plot
HATCH = (
    '<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="5" height="5" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="5" '
    'stroke="currentColor" stroke-width="1.6"/></pattern></defs></svg>'
)


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img"><title>{escape(title)}</title>'
    return head + "".join(parts) + "</svg>"


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str = "axis") -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _bar(x: float, y: float, width: float, height: float, side: int) -> str:
    return f'<rect class="{"ab"[side]}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(height, 0):.1f}"/>'


def difference(answer: Answer) -> str:
    """A difference with its interval, in margins: between the dashed lines it is too small to matter."""
    width, height = 180.0, 22.0
    middle, scale = width / 2, (width / 2 - 8) / LIMIT
    parts = [_line(middle, 0, middle, height)]
    parts += [_line(middle + edge * scale, 0, middle + edge * scale, height, "margin") for edge in (-1, 1)]
    parts += _whisker(answer.difference, answer.margin, middle, scale, height / 2)
    return _svg(width, height, f"{answer.measure.title}: the difference with its interval", parts)


def _whisker(interval: Interval, margin: float, middle: float, scale: float, y: float) -> list[str]:
    def place(value: float) -> float:
        units = value / margin if margin else (LIMIT if value > 0 else -LIMIT if value < 0 else 0.0)
        return middle + scale * max(-LIMIT, min(LIMIT, units))

    low, spot, high = place(interval.low), place(interval.estimate), place(interval.high)
    parts = [_line(low, y, high, y, "whisker")]
    for end, cut in ((low, middle - scale * LIMIT), (high, middle + scale * LIMIT)):
        if abs(end - cut) < 0.05:  # it goes on beyond the edge
            tip = 6 if cut < middle else -6
            parts.append(f'<path class="whisker" d="M{end + tip:.1f} {y - 5:.1f}L{end:.1f} {y:.1f}l{tip} 5"/>')
        else:
            parts.append(_line(end, y - 4, end, y + 4, "whisker"))
    return [*parts, f'<circle cx="{spot:.1f}" cy="{y:.1f}" r="4"/>']


def distribution(title: str, one: Sequence[float], other: Sequence[float]) -> str:
    """How often each value came, on both sides; many values are put together."""
    low, high = min(*one, *other), max(*one, *other)
    whole = all(value == int(value) for value in (*one, *other))
    bins = min(BINS, int(high - low) + 1) if whole else BINS
    size = float(-(-(int(high - low) + 1) // bins)) if whole else (high - low) / bins or 1.0
    bins = -(-(int(high - low) + 1) // int(size)) if whole else bins
    counts = [_counts(side, low, size, bins) for side in (one, other)]
    top = _rounded_up(100 * max(max(side) for side in counts))
    left, width, floor, tall = 40.0, 280.0, 128.0, 110.0
    step = width / bins
    parts = []
    for part in (0, 0.5, 1):
        y = floor - tall * part
        parts += [_line(left, y, left + width, y, "grid"), _text(left - 6, y + 4, f"{top * part:g} %", "end")]
    for side in (0, 1):
        for place, share in enumerate(counts[side]):
            height = tall * 100 * share / top
            if height:
                parts.append(_bar(left + step * (place + 0.1 + 0.4 * side), floor - height, step * 0.4, height, side))
    for place in range(0, bins, -(-bins // 5)):  # at most five of them
        spot = left + step * (place + 0.5)
        parts += [_line(spot, floor, spot, floor + 4), _text(spot, floor + 17, _bin(low, size, place, whole), "middle")]
    parts += [_line(left, floor, left + width, floor), _text(left + width / 2, floor + 34, title, "middle")]
    return _svg(left + width + 10, floor + 40, f"{title}: in how many of the games each value came", parts)


def _rounded_up(percent: float) -> float:
    """A round number above, for the top of an axis."""
    return next((top for top in (1, 2, 4, 6, 10, 20, 30, 40, 60, 80) if percent <= top), 100)


def _bin(low: float, size: float, place: int, whole: bool) -> str:
    """What values a place stands for."""
    start = low + size * place
    if not whole:
        return f"{start + size / 2:.2g}"
    return f"{start:.0f}" if size == 1 else f"{start:.0f}–{start + size - 1:.0f}"


def _counts(values: Sequence[float], low: float, size: float, bins: int) -> list[float]:
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / size))] += 1
    return [count / len(values) for count in counts]


def shares(title: str, rows: Sequence[tuple[str, Interval | None, Interval | None]], fair: float | None = None) -> str:
    """Percentages as bars with their intervals. fair: what a line is drawn at."""
    sides = [side for row in rows for side in row[1:] if side is not None]
    top = _rounded_up(min(100.0, 100 * max(0.01, *(side.high for side in sides))))
    left, width, thick = 64.0, 250.0, 14.0
    parts, y = [], 6.0
    scale = 100 * width / top
    bottom = y + sum(2 * thick + 10 for _ in rows)
    for part in (0, 0.5, 1):
        x = left + width * part
        parts += [_line(x, 2, x, bottom, "grid"), _text(x, bottom + 15, f"{top * part:g} %", "middle")]
    for name, *both in rows:
        if name:
            parts.append(_text(left - 8, y + thick + 3, name, "end"))
        for side, interval in enumerate(both):
            if interval is not None:
                if not name:
                    parts.append(_text(left - 8, y + thick - 3, "AB"[side], "end"))
                parts.append(_bar(left, y, scale * interval.estimate, thick - 2, side))
                ends = [left + scale * min(1.0, value) for value in (interval.low, interval.high)]
                parts.append(_line(ends[0], y + thick / 2 - 1, ends[1], y + thick / 2 - 1, "over"))
                parts += [_line(end, y + 1, end, y + thick - 3, "over") for end in ends]
            y += thick
        y += 10
    parts.append(_line(left, 2, left, bottom))
    if fair is not None and 100 * fair <= top:
        parts.append(_line(left + scale * fair, 2, left + scale * fair, bottom, "margin"))
    parts.append(_text(left + width / 2, bottom + 32, "of all games", "middle"))
    return _svg(left + width + 20, bottom + 38, title, parts)


def curve(
    title: str, steps: Sequence[str], rows: Sequence[Sequence[Interval | None]], fair: float | None, under: str
) -> str:
    """Percentages step after step, with their intervals; the first row hollow, the second full. under: what steps are
    called."""
    left, width, floor, tall = 44.0, 270.0, 150.0, 132.0
    step = width / len(steps)
    parts = []
    for percent in (0, 50, 100):
        y = floor - tall * percent / 100
        parts += [_line(left, y, left + width, y, "grid"), _text(left - 6, y + 4, f"{percent} %", "end")]
    for place, name in enumerate(steps):
        parts.append(_text(left + step * (place + 0.5), floor + 17, name, "middle"))
    for side, row in enumerate(rows):
        spots = []
        for place, interval in enumerate(row):
            if interval is not None:
                x = left + step * (place + 0.44 + 0.12 * side)
                ends = [floor - tall * min(max(end, 0.0), 1.0) for end in (interval.low, interval.high)]
                spots.append((x, floor - tall * interval.estimate))
                parts.append(_line(x, ends[0], x, ends[1], "whisker"))
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        parts.append(f'<path class="whisker" d="M{path}"/>' if spots else "")
        kind = ' class="hollow"' if side == 0 else ""
        parts += [f'<circle{kind} cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in spots]
    parts.append(_line(left, floor, left + width, floor))
    if fair is not None:
        parts.append(_line(left, floor - tall * fair, left + width, floor - tall * fair, "margin"))
    parts.append(_text(left + width / 2, floor + 34, under, "middle"))
    return _svg(left + width + 10, floor + 40, title, parts)


def ranges(title: str, rows: Sequence[tuple[str, Interval, float | None]], percent: bool = True) -> str:
    """Estimates with their intervals, one below the other. The mark in each row is what it would be by chance."""
    ends = [end for _, found, usual in rows for end in (found.low, found.high, usual or 0.0) if abs(end) != inf]
    low, high = min(0.0, *ends), max(0.0, *ends)
    left, width, tall = 250.0, 250.0, 20.0
    scale = width / (high - low or 1.0)
    bottom, parts = tall * len(rows) + 4, []
    for value in dict.fromkeys((low, 0.0, high)):
        x = left + scale * (value - low)
        said = f"{100 * value:.0f} %" if percent else f"{value:.2f}"
        parts += [_line(x, 2, x, bottom, "grid"), _text(x, bottom + 15, said, "middle")]
    for number, (name, found, usual) in enumerate(rows):
        y = tall * number + 12
        spots = [left + scale * (min(max(end, low), high) - low) for end in (found.low, found.estimate, found.high)]
        parts += [_text(left - 8, y + 4, _short(name), "end"), _line(spots[0], y, spots[2], y, "whisker")]
        parts.append(f'<circle cx="{spots[1]:.1f}" cy="{y:.1f}" r="4"/>')
        if usual is not None:
            x = left + scale * (usual - low)
            parts.append(_line(x, y - 8, x, y + 8, "axis"))
    return _svg(left + width + 30, bottom + 20, title, parts)


def _short(name: str) -> str:
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"

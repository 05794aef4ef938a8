"""Plots as SVG that stands in a page: A is hatched and B is filled, so that they can be told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hoyle.compare.run import Finding
from hoyle.compare.statistics import Interval

BINS = 24
LIMIT = 4.0  # margins, left and right of zero
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


# ---------------------------------------------------------------------------------------------- all differences


def differences(findings: Sequence[Finding], verdicts: Sequence[str]) -> str:
    """Every difference with its interval, in margins: between the dashed lines it is too small to matter."""
    left, width, step, top = 160.0, 360.0, 26.0, 34.0
    height = top + step * len(findings) + 12
    middle = left + width / 2
    scale = width / 2 / LIMIT
    parts = [_text(middle, 14, "zero", "middle"), _line(middle, 20, middle, height - 8)]
    for edge in (-1, 1):
        parts.append(_line(middle + edge * scale, 20, middle + edge * scale, height - 8, "margin"))
    parts += [_text(left, 14, "less in B"), _text(left + width, 14, "more in B", "end")]
    for row, (finding, said) in enumerate(zip(findings, verdicts, strict=True)):
        y = top + step * row + step / 2
        parts.append(_text(left - 12, y + 4, finding.measure.title, "end"))
        parts += _whisker(finding.difference, finding.margin, middle, scale, y)
        parts.append(_text(left + width + 12, y + 4, said))
    return _svg(left + width + 230, height, "all differences with their intervals", parts)


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


# ---------------------------------------------------------------------------------------------- one measure


def distribution(title: str, one: Sequence[float], other: Sequence[float]) -> str:
    """How often each value came, on both sides; many values are put together."""
    low, high = min(*one, *other), max(*one, *other)
    whole = all(value == int(value) for value in (*one, *other))
    bins = min(BINS, int(high - low) + 1) if whole else BINS
    size = -(-(int(high - low) + 1) // bins) if whole else (high - low) / bins or 1.0
    bins = -(-(int(high - low) + 1) // int(size)) if whole else bins
    counts = [_counts(side, low, size, bins) for side in (one, other)]
    most = max(max(side) for side in counts) or 1.0
    left, width, height = 30.0, 300.0, 110.0
    step = width / bins
    parts = []
    for side in (0, 1):
        for place, part in enumerate(counts[side]):
            tall = 90 * part / most
            if tall:
                parts.append(_bar(left + step * (place + 0.1 + 0.4 * side), height - tall, step * 0.4, tall, side))
    parts += [_line(left, height, left + width, height), _text(left, height + 16, _short(low))]
    parts += [_text(left + width, height + 16, _short(high), "end"), _text(left, 14, f"{100 * most:.0f} % of games")]
    return _svg(left + width + 10, height + 22, f"{title}: how often each value came", parts)


def _short(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def _counts(values: Sequence[float], low: float, size: float, bins: int) -> list[float]:
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / size))] += 1
    return [count / len(values) for count in counts]


def shares(title: str, rows: Sequence[tuple[str, Interval | None, Interval | None]], fair: float | None = None) -> str:
    """Percentages as bars with their intervals. fair: what a line is drawn at."""
    sides = [side for row in rows for side in row[1:] if side is not None]
    most = min(1.0, max(0.01, *(side.high for side in sides)) * 1.05)
    left, width, thick = 70.0, 250.0, 12.0
    parts, y = [], 18.0
    for name, *both in rows:
        parts.append(_text(left - 8, y + thick + 3, name, "end"))
        for side, interval in enumerate(both):
            if interval is not None:
                parts.append(_bar(left, y, width * interval.estimate / most, thick - 2, side))
                ends = [left + width * min(1.0, value / most) for value in (interval.low, interval.high)]
                parts.append(_line(ends[0], y + thick / 2 - 1, ends[1], y + thick / 2 - 1, "over"))
                parts += [_line(end, y + 1, end, y + thick - 3, "over") for end in ends]
            y += thick
        y += 8
    parts += [_line(left, 14, left, y), _text(left, 11, "0"), _text(left + width, 11, f"{100 * most:.1f} %", "end")]
    if fair is not None and fair <= most:
        parts.append(_line(left + width * fair / most, 14, left + width * fair / most, y, "margin"))
    return _svg(left + width + 10, y + 6, title, parts)

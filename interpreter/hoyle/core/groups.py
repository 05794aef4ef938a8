"""Groups of the members of a list: all that there are, and those that a plan finds without a look at the others.

A group has its members in the order of the list, each place at most once. Smaller groups come first, and of one size
those whose places do. What a plan says of groups is put into *relations*: for each member, the later ones that may be
in a group with it, as bits. So a group grows only by what goes with all that it has already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations, compress
from operator import and_, itemgetter, or_
from typing import Any

MOST = 200_000  # groups, whole or growing, that are looked at for one value
MEMBERS = 1_000  # of a longer list there is no plan: what goes with what would fill the memory
FEW = 7  # of so many members all groups are looked at if it is for a sum
LONG = 16  # a group of so many members counts twice, one of twice as many three times, ...

Group = tuple[Any, ...]
Keys = Sequence[Any]  # what is asked of each member of a list
Shape = tuple[Any, ...]  # a relation: what it says, and the numbers of keys, or relations


def alike(one: Iterable[Any], other: Iterable[Any], same: Callable[[Any, Any], bool]) -> bool:
    """Whether two groups have the same members, in whatever order. same: whether two members count as one."""
    left = list(other)
    for member in one:
        found = next((n for n, mine in enumerate(left) if same(member, mine)), None)
        if found is None:
            return False
        del left[found]
    return not left


class TooMany(Exception):
    """Nobody looks at so many groups."""


def number_of(members: int, low: int, high: int) -> int:
    """How many groups there are with from `low` to `high` of so many members, as they count; beyond MOST, too many."""
    found = 0
    for size in range(max(low, 0), min(high, members) + 1):
        found += _ways(members, min(size, members - size)) * weight(size)
        if found > MOST:
            break
    return found


def _ways(members: int, size: int) -> int:
    ways = 1
    for n in range(size):
        ways = ways * (members - n) // (n + 1)
        if ways > MOST:
            break
    return ways


def weight(size: int) -> int:
    """What a group of so many members counts."""
    return 1 + size // LONG


def every(members: Sequence[Any], low: int, high: int | None) -> list[Group]:
    """All groups of so many members; high None: and more."""
    high = len(members) if high is None else min(high, len(members))
    if number_of(len(members), low, high) > MOST:
        raise TooMany
    if low == high >= 0:
        return list(combinations(members, low))
    return [group for size in range(max(low, 0), high + 1) for group in combinations(members, size)]


def planned(
    members: Sequence[Any], low: int, high: int | None, shape: Shape, chain: Keys | None, values: Keys | None,
    most: int | None, *keys: Keys,
) -> tuple[list[Group], int]:  # fmt: skip
    """The groups for which a plan holds, and how many were looked at.

    shape: which two members may be in a group, and whether the values of a whole group have to be just `most`. chain: a
    number of each member; they are different in a group, and without a hole. values: what each member adds to a sum
    that is at most `most`.
    """
    count, low = len(members), max(low, 0)
    high = count if high is None else min(high, count)
    relation, exactly = shape
    if low > high:
        return [], 0
    if relation is None and chain is None and values is None:
        return every(members, low, high), number_of(count, low, high)
    if relation is None and chain is None and values is not None and count <= FEW:
        return _summed(members, low, high, values, most, exactly), 1 << count
    if count > MEMBERS:
        raise TooMany
    order: Sequence[int] = range(count)
    follow: list[int] | None = None
    if chain is not None:
        order = sorted(order, key=chain.__getitem__)
        keys = tuple([key[place] for place in order] for key in keys)
        follow = _following([chain[place] for place in order])
    relations = None if relation is None else _related(relation, keys, count, high - 1)
    added = None if values is None else [values[place] for place in order]
    found, looked = _grown(count, low, high, relations, follow, added, most, exactly)
    if chain is not None:
        ordered = sorted((len(group), sorted(map(order.__getitem__, group))) for group in found)
        return [tuple(map(members.__getitem__, places)) for _, places in ordered], looked
    return [tuple(map(members.__getitem__, group)) for group in found], looked


def _summed(members: Sequence[Any], low: int, high: int, values: Keys, most: int | None, exactly: bool) -> list[Group]:
    """Groups of a handful of members by their sums: to look at them all takes less than to find them one by one."""
    wanted = (most or 0).__eq__ if exactly else (most or 0).__ge__
    found: list[Group] = []
    for size in range(low, high + 1):
        found += compress(combinations(members, size), map(wanted, map(sum, combinations(values, size))))
    return found


def _following(numbers: list[int]) -> list[int]:
    """For each place those that have the next number."""
    by = _by_value(numbers)
    return [by.get(number + 1, 0) for number in numbers]


def _by_value(keys: Keys) -> dict[Any, int]:
    """The places that have each value."""
    by: dict[Any, int] = {}
    bit = 1
    for key in keys:
        by[key] = by.get(key, 0) | bit
        bit <<= 1
    return by


def _related(shape: Shape, keys: Sequence[Keys], count: int, far: int) -> list[int]:
    """For each place those that go with it, as far as a relation says. far: how far two numbers of a group can be from
    each other that have no hole between them."""
    match shape:
        case ("and" | "or" as word, *parts):
            rows = [_related(part, keys, count, far) for part in parts]
            both = and_ if word == "and" else or_
            return [reduce(both, row) for row in zip(*rows, strict=True)]
        case ("same", number):
            by = _by_value(keys[number])
            return [by[key] for key in keys[number]]
        case ("different", number):
            by, whole = _by_value(keys[number]), (1 << count) - 1
            return [whole ^ by[key] for key in keys[number]]
        case ("near", number):
            by = _by_value(keys[number])
            near = {a: _union(bits for b, bits in by.items() if 0 < abs(a - b) <= far) for a in by}
            return [near[key] for key in keys[number]]
        case ("both", number):
            held = _by_value([bool(key) for key in keys[number]]).get(True, 0)
            return [held if key else 0 for key in keys[number]]
        case ("lacking", number):
            lacks, whole = _by_value([bool(key) for key in keys[number]]).get(False, 0), (1 << count) - 1
            return [lacks if key else whole for key in keys[number]]
    raise AssertionError(shape)


def _union(rows: Iterable[int]) -> int:
    return reduce(or_, rows, 0)


def _grown(
    count: int, low: int, high: int, relations: list[int] | None, follow: list[int] | None,
    values: list[int] | None, most: int | None, exactly: bool,
) -> tuple[list[tuple[int, ...]], int]:  # fmt: skip
    """The places of all groups, size by size: each group of a size is one that is smaller, and one place behind it."""
    whole = (1 << count) - 1
    later = [whole >> place + 1 << place + 1 for place in range(count)]
    goes_with = later if relations is None else list(map(and_, relations, later))
    added = values or [0] * count
    top = 0 if most is None else most
    level: list[tuple[tuple[int, ...], int, int]] = [((), whole, 0)]
    found: list[tuple[int, ...]] = [()] if low == 0 and (not exactly or top == 0) and top >= 0 else []
    looked = 0
    for size in range(1, high + 1):
        grown: list[tuple[tuple[int, ...], int, int]] = []
        each, add = weight(size), grown.append
        for group, rest, total in level:
            now = rest & follow[group[-1]] if follow is not None and group else rest
            while now:
                bit = now & -now
                now ^= bit
                place = bit.bit_length() - 1
                sum_ = total + added[place]
                left = rest & goes_with[place]
                if sum_ <= top and (size >= low or size + left.bit_count() >= low):
                    add(((*group, place), left, sum_))
            if looked + len(grown) * each > MOST:
                raise TooMany
        looked += len(grown) * each
        level = grown
        if not level:
            break
        if size >= low:
            found += [group for group, _, total in level if total == top] if exactly else map(_first, level)
    return found, looked


_first = itemgetter(0)

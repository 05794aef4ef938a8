"""A table of columns (Parquet), made of packed lots when all games are played. It needs `pyarrow`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from hoyle.bulk.packed import unpacked
from hoyle.bulk.record import safe
from hoyle.bulk.rows import COLUMNS, same
from hoyle.diagnostics import HoyleError
from hoyle.run.columns import CUT_OFF, FLOW, Columns, in_order
from hoyle.run.playouts import Run

TOGETHER = 100_000  # rows; in groups of this size, however they were played


def needed() -> None:
    """Raises HoyleError if there is no way to write such a file here."""
    if find_spec("pyarrow") is None:
        help = "install it with `pip install 'hoyle[parquet]'`, or write `.csv` or `.jsonl`"
        raise HoyleError.plain("HYL913", "a `.parquet` file is written by pyarrow, which is not installed", help)


def write(run: Run, lots: BinaryIO, goal: Path, done: Callable[[int], None]) -> None:
    """Make the table of packed lots. done: is told how many rows there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    written = 0
    with goal.open("wb") as file:
        with pq.ParquetWriter(file, _schema(pa), compression="zstd") as writer:
            for group in _groups(unpacked(lots)):
                writer.write_table(_table(pa, run, group), row_group_size=TOGETHER)
                written += len(group)
                done(written)
        file.flush()
        safe(file.fileno())


def _groups(lots: Iterator[Columns]) -> Iterator[Columns]:
    """The same games in groups of equal size."""
    waiting: Columns | None = None
    for lot in lots:
        if waiting is None:
            waiting = lot
        else:
            waiting.extend(lot)
        while len(waiting) >= TOGETHER:
            yield waiting.part(0, TOGETHER)
            waiting = waiting.part(TOGETHER, len(waiting))
    if waiting is not None and len(waiting):
        yield waiting


def _schema(pa: Any) -> Any:
    text, texts, seats, whole = pa.string(), pa.list_(pa.string()), pa.list_(pa.int16()), pa.int32()
    kinds = (pa.int64(), text, pa.int16(), text, texts, texts, texts, seats, pa.list_(pa.int64()), whole, whole, text)
    return pa.schema(list(zip(COLUMNS, kinds, strict=True)))


def _table(pa: Any, run: Run, lot: Columns) -> Any:
    import json

    import pyarrow.compute as pc

    count, schema = len(lot), _schema(pa)
    number = pa.array(range(lot.first, lot.first + count), pa.int64())
    shared = same(run) | {"options": json.dumps(run.game.options, ensure_ascii=False)}
    columns = [
        number,
        pc.binary_join_element_wise(f"{run.seed}:", pc.cast(number, pa.string()), ""),
        *(pa.repeat(pa.scalar(shared[name], schema.field(name).type), count) for name in shared),
        _winners(pa, lot),
        pa.FixedSizeListArray.from_arrays(_numbers(pa, pa.int64(), lot.scores), lot.players).cast(pa.list_(pa.int64())),
        _numbers(pa, pa.int32(), lot.decisions),
        _numbers(pa, pa.int32(), lot.turns),
        _endings(pa, lot),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _numbers(pa: Any, kind: Any, column: Any) -> Any:
    return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(column)])


def _winners(pa: Any, lot: Columns) -> Any:
    """Lists of winners: each sort is made once."""
    kind = pa.binary(lot.players)
    sorts = pa.Array.from_buffers(kind, len(lot), [None, pa.py_buffer(lot.won)]).dictionary_encode()
    lists = [list(in_order(places.as_py())) for places in sorts.dictionary]
    return pa.array(lists, pa.list_(pa.int16())).take(sorts.indices)


def _endings(pa: Any, lot: Columns) -> Any:
    import pyarrow.compute as pc

    names = pa.array([*(name or FLOW for name in lot.names), None], pa.string())
    numbers = _numbers(pa, pa.int32(), lot.ending)
    return names.take(pc.if_else(pc.equal(numbers, CUT_OFF), len(lot.names), numbers))

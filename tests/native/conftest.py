"""Where there is no C compiler, nothing can be compared with C; that Python plays on is tested in `test_compile.py`."""

from __future__ import annotations

import os

import pytest

from hoyle.native.compile import NoCompiler, compiler


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    try:
        compiler(os.environ.get("CC"))
    except NoCompiler as reason:
        for item in items:
            if item.path.parent.name == "native" and "no_compiler" not in item.name:
                item.add_marker(pytest.mark.skip(reason=str(reason)))

"""For all tests: what is read and made in a test is mostly kept, so rubbish is looked for seldom."""

from __future__ import annotations

import gc

gc.set_threshold(200_000, 50, 100)

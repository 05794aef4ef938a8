"""The syntax tree: what a file says, node for node as in `grammar/hoyle.lark`.

Nodes are frozen; where a node stands in its source takes no part in equality. Nothing is resolved here: a `Name` may
turn out to be a local, a card, a rule or a spelling mistake. How nodes are built is read off their fields, see `build`.
"""

# ruff: noqa: F403
from __future__ import annotations

from hoyle.syntax.tree.declarations import *
from hoyle.syntax.tree.expressions import *
from hoyle.syntax.tree.files import *
from hoyle.syntax.tree.statements import *

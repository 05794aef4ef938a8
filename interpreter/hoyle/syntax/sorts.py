"""The sorts of declarations, and what people call them."""

from __future__ import annotations

from hoyle.syntax import tree

COPIES = "copies"  # a column of a table of cards: how many there are of the row
WORDS: dict[type, str] = {
    tree.Option: "an option",
    tree.Kind: "a kind",
    tree.Cards: "a card type",
    tree.Zone: "a zone",
    tree.Var: "a variable",
    tree.Table: "a table",
    tree.Timing: "a timing class",
    tree.Define: "a definition",
    tree.Rule: "a rule",
    tree.Ending: "an ending",
    tree.Action: "an action",
    tree.Effect: "an effect",
    tree.Phase: "a phase",
    tree.Property: "a property",
}

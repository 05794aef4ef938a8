"""What Hoyle says when something is wrong: the data, the codes with their pages, and the renderings."""

from hoyle.diagnostics.codes import Severity, codes, explain
from hoyle.diagnostics.diagnostic import About, Diagnostic, Diagnostics, Fix, HoyleError, Label, ordered
from hoyle.diagnostics.render import as_json, as_lines, for_people, one_line
from hoyle.diagnostics.visible import quote, quote_value

__all__ = [
    "About",
    "Diagnostic",
    "Diagnostics",
    "Fix",
    "HoyleError",
    "Label",
    "Severity",
    "as_json",
    "as_lines",
    "codes",
    "explain",
    "for_people",
    "one_line",
    "ordered",
    "quote",
    "quote_value",
]

"""What Hoyle says when something is wrong: the data, the codes with their pages, and the renderings."""

from hoyle.diagnostics.codes import CODES, Code, Page, Severity, explain, lookup
from hoyle.diagnostics.diagnostic import About, Diagnostic, Diagnostics, Fix, HoyleError, Label, ordered
from hoyle.diagnostics.render import as_json, as_lines, for_people, one_line
from hoyle.diagnostics.visible import quote, quote_value

__all__ = [
    "CODES",
    "About",
    "Code",
    "Diagnostic",
    "Diagnostics",
    "Fix",
    "HoyleError",
    "Label",
    "Page",
    "Severity",
    "as_json",
    "as_lines",
    "explain",
    "for_people",
    "lookup",
    "one_line",
    "ordered",
    "quote",
    "quote_value",
]

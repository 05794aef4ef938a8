"""Every message has the form that a page may count on."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import BOT, PERSON, serving, together

NUMBER, TEXT, FLAG = (int,), (str,), (bool,)
MAYBE = type(None)

PERSONS = [{"seat": NUMBER, "name": TEXT, "kind": TEXT, "here": FLAG, "bot?": TEXT}]
FORMS: dict[str, dict[str, Any]] = {
    "hello": {
        "t": TEXT,
        "schema": NUMBER,
        "table": TEXT,
        "you": (int, MAYBE),
        "role": TEXT,
        "meta": (dict,),
        "look": (dict, MAYBE),
        "people": PERSONS,
        "bots": [{"name": TEXT, "title": TEXT}],
        "revs?": NUMBER,
    },
    "state": {
        "t": TEXT,
        "rev": NUMBER,
        "view": (dict,),
        "ask": (dict, MAYBE),
        "news": [(dict,)],
        "undo": (dict, MAYBE),
        "waits": {"seats": [NUMBER], "since": (int, float)},
        "auto": FLAG,
        "parted": (dict, MAYBE),
        "from?": NUMBER,
    },
    "people": {"t": TEXT, "people": PERSONS},
    "ok": {"t": TEXT, "cid": TEXT, "rev": NUMBER},
    "no": {"t": TEXT, "cid": (str, MAYBE), "rev": NUMBER, "code": TEXT, "says": TEXT, "do": TEXT},
    "because": {
        "t": TEXT,
        "cid": TEXT,
        "found": [{"text": TEXT, "why": TEXT, "rule": (str, MAYBE), "place": (str, MAYBE), "cites": [TEXT]}],
    },
    "hint": {
        "t": TEXT,
        "cid": TEXT,
        "best": (int, MAYBE),
        "says": TEXT,
        "choices": [{"n": (int, MAYBE), "share": (float, int), "sure": [(float, int)], "worth": (float, int)}],
    },
    "file": {"t": TEXT, "cid": TEXT, "name": TEXT, "text": TEXT},
    "link": {"t": TEXT, "cid": TEXT, "seat": NUMBER, "token": TEXT},
    "pong": {"t": TEXT},
}
UNDO = {"by": NUMBER, "to": NUMBER, "seen": [TEXT], "wait": [NUMBER]}


def wrong(form: Any, said: Any, where: str = "") -> str:
    """Where something has another form; "" if it has the right one."""
    if isinstance(form, tuple):
        fits = said.__class__ in form
        return "" if fits else f"{where} is {said!r}"
    if isinstance(form, list):
        if not isinstance(said, list):
            return f"{where} is no list"
        return next((found for n, one in enumerate(said) if (found := wrong(form[0], one, f"{where}[{n}]"))), "")
    if not isinstance(said, dict):
        return f"{where} is no object"
    names = {name.removesuffix("?") for name in form}
    missing = [name for name in form if not name.endswith("?") and name not in said]
    if missing or set(said) - names:
        return f"{where} has not {missing}, has {sorted(set(said) - names)}"
    rows = ((name.removesuffix("?"), each) for name, each in form.items())
    return next((f for name, each in rows if name in said and (f := wrong(each, said[name], f"{where}.{name}"))), "")


def judged(heard: list[dict[str, Any]]) -> set[str]:
    """The sorts of messages that were heard, all in their form."""
    for said in heard:
        assert wrong(FORMS[said["t"]], said, said["t"]) == ""
        if said["t"] == "state" and said["undo"] is not None:
            assert wrong(UNDO, said["undo"], "undo") == ""
    return {said["t"] for said in heard}


def test_everything_that_is_said_has_its_form() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON, BOT))
        with host.seat(made) as ada, host.seat(made, 1) as ben, host.guest(made["host"]) as boss:
            ada.say("why", text="throw")
            ada.say("hint")
            ada.ws.send_json({"t": "ping"})
            ada.say("name", name="Ada")
            ada.choose()
            ada.say("undo")
            boss.say("link", seat=2)
            while ben.state["undo"] is None:
                ben.until("state")
            ben.say("agree", yes=False)
            ada.say("choose", rev=0, picks=[])
            together(ada, ben)
            boss.say("export", **{"as": "save"})
            heard = [*ada.heard, *ben.heard, *boss.heard]
        with host.seat(made, replay=True) as again:
            heard += again.heard
            look = again.say("look", rev=0, seat="all")
            assert {"t", "cid", "rev", "revs", "view", "news", "from", "ask", "chose"} == set(look)
    assert judged(heard) == set(FORMS)


@pytest.mark.parametrize("spoilt", [{"rev": "1"}, {"rev": True}, {"more": 1}, {"cid": None}])
def test_another_form_is_noticed(spoilt: dict[str, Any]) -> None:
    assert wrong(FORMS["ok"], {"t": "ok", "cid": "a", "rev": 1}) == ""
    assert wrong(FORMS["ok"], {"t": "ok", "cid": "a", "rev": 1} | spoilt)

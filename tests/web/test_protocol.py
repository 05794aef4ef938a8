"""What is said over the socket, and what comes back."""

from __future__ import annotations

import asyncio
import time

import pytest
from at_table import BOT, PERSON, Guest, Host, first, serving
from starlette.websockets import WebSocketDisconnect

from hoyle.web import app, messages
from hoyle.web.store import Entry


def test_a_game_is_played_to_its_end_against_a_bot() -> None:
    with serving() as host, host.seat(host.table()) as ada:
        assert ada.hello["you"] == 0 and ada.hello["role"] == "seat"
        while ada.asked() is not None:
            assert ada.choose()["t"] == "ok"
        assert ada.state["view"]["over"] and ada.state["view"]["winners"]
        assert ada.say("choose", rev=ada.state["rev"], picks=[0])["code"] == "over"


def test_news_join_without_a_gap() -> None:
    with serving() as host, host.seat(host.table()) as ada:
        while ada.asked() is not None:
            ada.choose()
        told = [event["i"] for said in ada.heard if said["t"] == "state" for event in said["news"]]
        assert told == list(range(len(told))) and len(told) > 10


def test_stale_double_and_illegal() -> None:
    with serving() as host, host.seat(host.table((PERSON, PERSON))) as ada:
        rev = ada.state["rev"]
        assert ada.choose(cid="once") == {"t": "ok", "cid": "once", "rev": rev + 2}
        assert ada.say("choose", cid="once", rev=rev, picks=[0, 1]) == {"t": "ok", "cid": "once", "rev": rev + 2}
        no = ada.say("choose", rev=rev, picks=[0, 1])
        assert (no["t"], no["code"], no["rev"]) == ("no", "stale", rev + 2) and no["says"] and no["do"]
        assert ada.say("choose", rev=rev + 2, picks=[0, 1])["code"] == "turn"
        assert ada.say("dance")["code"] == "message"


def test_two_people_hear_of_each_other() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            assert ada.until("people")["people"][1]["here"]
            assert ben.say("name", name="Ben <b>")["t"] == "ok"
            assert ada.until("people")["people"][1]["name"] == "Ben <b>"
            for bad in ("", " ", "x" * 41, 3, None):
                assert ben.say("name", name=bad)["code"] == "name"
            ada.choose()
            assert ben.until("state")["rev"] == 2
            assert ben.asked() is not None and ada.state["ask"] is None


def test_taking_back_over_the_socket() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            before = ada.state
            ada.choose()
            ada.say("undo")
            assert ada.state["undo"]["wait"] == [1]
            while ben.state["undo"] is None:
                ben.until("state")
            assert ben.choose()["code"] == "undo"
            assert ben.say("agree", yes=True) == {"t": "ok", "cid": ben.heard[-1]["cid"], "rev": 0}
            while ada.state["rev"]:
                ada.until("state")
            for name in ("view", "ask", "undo", "rev"):
                assert ada.state[name] == before[name]
            assert ada.state["from"] == 0 and ada.state["news"] == before["news"]


def test_a_seat_is_handed_to_a_bot_and_back() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.guest(made["host"]) as boss:
            assert boss.hello["role"] == "host" and boss.hello["you"] is None
            assert ada.say("bot", seat=1, kind="bot")["code"] == "host"
            assert boss.say("bot", seat=1, kind="bot", bot="os:system")["code"] == "bot"
            ada.choose()
            assert boss.say("bot", seat=1, kind="bot", bot="random")["t"] == "ok"
            assert ada.asked() is not None and ada.state["rev"] > 2
            assert boss.say("bot", seat=1, kind="person")["t"] == "ok"
            while ada.state["waits"]["seats"] == [0]:
                ada.choose()
            assert ada.state["waits"]["seats"] == [1]
            rev = ada.state["rev"]
            ada.ws.send_json({"t": "ping"})
            ada.until("pong")
            assert ada.state["rev"] == rev


def test_the_host_gives_a_seat_another_link() -> None:
    with serving() as host:
        made = host.table((PERSON, BOT))
        with host.seat(made) as ada, host.guest(made["host"]) as boss:
            assert ada.say("link", seat=1)["code"] == "host"
            said = boss.say("link", seat=1)
            with host.guest(said["token"]) as ben:
                assert ben.hello["you"] == 1
                assert ben.say("bot", seat=1, kind="person")["t"] == "ok"
            again = boss.say("link", seat=0)
            assert _closed(ada) == 4401
            assert boss.say("link", seat=5)["code"] == "seat"
        with host.guest(again["token"]) as ada:
            assert ada.hello["you"] == 0
        with host.client.websocket_connect("/ws") as ws:
            ws.send_json({"t": "join", "token": made["seats"][0]["token"]})
            with pytest.raises(WebSocketDisconnect):
                ws.receive_json()


def test_a_hint_is_for_whoever_is_asked() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            assert ben.say("hint")["code"] == "turn"
            said = ada.say("hint")
            assert said["t"] == "hint" and "`hard` would say" in said["says"]
            asked = ada.asked()
            assert asked is not None
            assert {c["n"] for c in said["choices"]} <= {c["n"] for c in asked["choices"]}
            assert abs(sum(c["share"] for c in said["choices"]) - 1) < 0.01
            assert all(c["sure"][0] <= c["worth"] <= c["sure"][1] for c in said["choices"])


@pytest.mark.parametrize("bot", ["easy", "normal", "hard"])
def test_bots_that_think_answer(bot: str) -> None:
    with serving() as host, host.seat(host.table((PERSON, {"kind": "bot", "bot": bot}))) as ada:
        while ada.asked() is not None:
            ada.choose()
        assert ada.state["view"]["over"]


def test_why_not_is_told_to_whoever_is_asked() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            text = ada.asked()["choices"][0]["text"]  # type: ignore[index]
            assert ada.say("why", text=text)["found"][0]["why"] == "nothing forbids it"
            assert "somebody else" in ben.say("why", text=text)["found"][0]["why"]
            assert ada.say("why", text="a dragon")["found"][0]["why"]
            assert ada.say("why", text=7)["code"] == "text"


def test_a_rule_that_forbids_is_named_without_folders() -> None:
    with serving() as host:
        assert any(_forbidden(host) for _ in range(40)), "no deal came to it"


def _forbidden(host: Host) -> bool:
    """Play until something is forbidden, and ask why."""
    with host.seat(host.table((PERSON, BOT))) as ada:
        while (asked := ada.asked()) is not None and not asked["blocked"]:
            ada.choose()
        if asked is None:
            return False
        blocked = asked["blocked"][0]
        assert blocked["rule"] == "not_the_same" and blocked["place"].startswith("markets.hoyle:")
        found = ada.say("why", text=blocked["text"])["found"][0]
        assert found["rule"] == "not_the_same" and found["place"] == blocked["place"]
        assert "/" not in ada.hello["meta"]["rules"]["not_the_same"]["place"]
        return True


def test_what_is_forced_is_answered_by_itself() -> None:
    with serving() as host, host.seat(host.table((PERSON, BOT))) as ada:
        assert ada.state["auto"] is False
        ada.say("auto", on=True)
        assert ada.state["auto"] is True
        while (asked := ada.asked()) is not None:
            if not ada.state["auto"]:
                break
            assert len(asked["choices"]) + (asked["decline"] is not None) > 1 or _waits(ada)
            if len(asked["choices"]) + (asked["decline"] is not None) > 1:
                ada.choose()
        assert ada.state["view"]["over"]


def _waits(ada: Guest) -> bool:
    """It is forced: whoever waits will see it answered."""
    rev = ada.state["rev"]
    while ada.state["rev"] == rev:
        ada.until("state")
    return True


def test_nudging_has_to_wait() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            assert ada.say("nudge")["code"] == "nudge"
            assert ben.say("nudge")["code"] == "nudge"
            (room,) = host.server.rooms.values()
            room.table.asked -= 61
            assert ben.say("nudge")["t"] == "ok"
            while ben.state["rev"] == 0:
                ben.until("state")
            assert ben.state["rev"] in (1, 2)


def test_an_onlooker_sees_what_everybody_sees() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.guest(made["onlooker"]) as eve:
            assert eve.hello["role"] == "onlooker" and eve.state["ask"] is None
            assert all("cards" not in zone for name, zone in eve.state["view"]["zones"].items() if "hand" in name)
            for said in ("choose", "undo", "auto", "name", "nudge", "hint", "agree"):
                assert eve.say(said, rev=0, picks=[0], name="Eve")["code"] == "seat"
            assert eve.say("bot", seat=0, kind="bot")["code"] == "host"


def test_ping() -> None:
    with serving() as host, host.seat(host.table()) as ada:
        ada.ws.send_json({"t": "ping"})
        assert ada.until("pong") == {"t": "pong"}


def test_unknown_tokens_and_bad_messages() -> None:
    with serving() as host:
        made = host.table()
        for opening, code in (
            ({"t": "join", "token": "nonsense"}, 4401),
            ({"t": "join", "token": 3}, 4401),
            ({"t": "join"}, 4401),
            ({"t": "choose"}, 4400),
            ([], 4400),
        ):
            with host.client.websocket_connect("/ws") as ws:
                ws.send_json(opening)
                with pytest.raises(WebSocketDisconnect) as gone:
                    ws.receive_json()
                assert gone.value.code == code
        with host.seat(made) as ada:
            ada.ws.send_text("{")
            assert _closed(ada) == 4400


def _closed(guest: Guest) -> int:
    with pytest.raises(WebSocketDisconnect) as gone:
        for _ in range(60):
            guest.hear()
    return gone.value.code


def test_too_large_too_often_and_too_many() -> None:
    with serving(rate=8.0) as host:
        made = host.table()
        with host.seat(made) as ada:
            ada.ws.send_json({"t": "why", "cid": "a", "text": "x" * 9000})
            assert _closed(ada) == 4400
        with host.seat(made) as ada:
            for _ in range(60):
                ada.ws.send_json({"t": "ping"})
            assert _closed(ada) == 4429
        with host.seat(made), host.seat(made), host.seat(made), host.seat(made):
            with host.client.websocket_connect("/ws") as ws:
                ws.send_json({"t": "join", "token": made["seats"][0]["token"]})
                with pytest.raises(WebSocketDisconnect) as gone:
                    ws.receive_json()
            assert gone.value.code == 4429


def test_who_does_not_say_who_they_are_is_let_go_of() -> None:
    with serving(join=0.05) as host, host.client.websocket_connect("/ws") as ws:
        with pytest.raises(WebSocketDisconnect) as gone:
            ws.receive_json()
        assert gone.value.code == 4408


def test_a_table_that_nobody_is_at_is_closed_and_opened_again() -> None:
    with serving(forsaken=0.05) as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada:
            ada.choose()
            view = ada.state["view"]
            time.sleep(0.2)
            assert host.server.rooms
        for _ in range(100):
            if not host.server.rooms:
                break
            time.sleep(0.02)
        assert not host.server.rooms
        with host.seat(made) as ada:
            assert ada.state["view"] == view


def test_who_does_not_read_is_let_go_of() -> None:
    """Told more than fits, somebody is closed out, and others hear all of it."""

    class Deaf:
        async def send_text(self, text: str) -> None:
            await asyncio.sleep(60)

        async def close(self, code: int) -> None:
            closed.append(code)

    async def tell() -> int:
        guest = app.Guest(Deaf(), Entry("t", "seat", 0))  # type: ignore[arg-type]
        writing = asyncio.create_task(guest.write())
        for _ in range(app.BEHIND + 10):
            guest.tell("x")
        assert guest.left
        await writing
        return guest.waiting.qsize()

    closed: list[int] = []
    before, app.SEND = app.SEND, 0.05
    try:
        assert asyncio.run(tell()) <= app.BEHIND + 1
    finally:
        app.SEND = before
    assert closed == [4408]


def test_a_mistake_of_ours_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*args: object) -> None:
        raise ZeroDivisionError

    with serving() as host, host.seat(host.table()) as ada:
        monkeypatch.setitem(messages.DONE, "auto", wrong)
        assert ada.say("auto", on=True)["code"] == "mistake"
        assert ada.choose()["t"] == "ok"


def test_first_answers() -> None:
    assert first({"several": None, "choices": [{"n": 3}, {"n": 4}]}) == [3]

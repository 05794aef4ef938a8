"""Who gets in, and what goes out: headers, origins, hosts, files, texts of strangers."""

from __future__ import annotations

import json
import re

import pytest
from at_table import BOT, HOST, OWN, PERSON, offered, serving
from starlette.websockets import WebSocketDisconnect

from hoyle.web.app import PAGES, _without_port


def test_pages_bring_a_nonce_of_their_own_and_let_nothing_else_in() -> None:
    with serving() as host:
        seen = set()
        for path in ("/", "/table", "/replay"):
            answer = host.client.get(path)
            assert answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            assert policy.startswith("default-src 'none';") and "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy and "*" not in policy
            (nonce,) = {*re.findall(r"'nonce-([\w-]{22})'", policy)}
            seen.add(nonce)
            assert "NONCE" not in answer.text
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"] == "no-store"
        assert len(seen) == 3


def test_files_of_pages_have_tags_and_nothing_else_is_a_file() -> None:
    with serving() as host:
        for path in PAGES.iterdir():
            if path.suffix in (".js", ".css"):
                answer = host.client.get(f"/page/{path.name}")
                tag = answer.headers["etag"]
                assert answer.content == path.read_bytes() and answer.headers["x-content-type-options"] == "nosniff"
                assert host.client.get(f"/page/{path.name}", headers={"if-none-match": tag}).status_code == 304
        for name in (
            "index.html",
            "..%2fapp.py",
            "../app.py",
            "app.py",
            "%2e%2e/store.py",
            "nothing.js",
            "x%00.js",
            ".",
        ):
            assert host.client.get(f"/page/{name}").status_code == 404


FOREIGN = (None, "null", "http://evil.example", f"http://{HOST}.evil.example", f"http://{HOST}:81", "", "://")


@pytest.mark.parametrize("origin", FOREIGN)
def test_other_pages_may_not_set_up_tables_or_sit_down(origin: str | None) -> None:
    with serving() as host:
        made = host.table()
        headers = {} if origin is None else {"origin": origin}
        del host.client.headers["origin"]
        answer = host.client.post("/api/tables", json={"game": "markets"}, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "origin"
        with pytest.raises(WebSocketDisconnect), host.client.websocket_connect("/ws", headers=headers) as ws:
            ws.send_json({"t": "join", "token": made["host"]})
            ws.receive_json()


def test_another_name_for_this_machine_is_not_answered() -> None:
    """A page of a stranger whose name was made to lead here."""
    with serving() as host:
        for path in ("/", "/api/games", "/page/x.js"):
            assert host.client.get(path, headers={"host": "evil.example"}).status_code == 421
        own = {"host": "evil.example", "origin": "http://evil.example"}
        assert host.client.post("/api/tables", json={"game": "markets"}, headers=own).status_code == 403
        with pytest.raises(WebSocketDisconnect), host.client.websocket_connect("/ws", headers=own):
            pass


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("a:1", "a"),
        ("A", "a"),
        ("[::1]:80", "[::1]"),
        ("[::1]", "[::1]"),
        ("127.0.0.1:8711", "127.0.0.1"),
        ("::1", "::1"),
    ],
)
def test_hosts_without_ports(host: str, name: str) -> None:
    assert _without_port(host) == name


BAD = (
    {"game": "../../etc/passwd"},
    {"game": "/etc/passwd"},
    {"game": None},
    {"game": "markets", "players": 99},
    {"game": "markets", "players": "two"},
    {"game": "markets", "players": 2, "options": {"dear": "maybe"}},
    {"game": "markets", "players": 2, "options": {"none": 1}},
    {"game": "markets", "players": 2, "options": {"dear": [1]}},
    {"game": "markets", "players": 2, "options": 7},
    {"game": "markets", "players": 2, "variants": ["/etc/passwd"]},
    {"game": "markets", "players": 2, "variants": [3]},
    {"game": "markets", "players": 2, "seats": [{}] * 3},
    {"game": "markets", "players": 2, "seats": 3},
    {"game": "markets", "players": 2, "seats": [{"kind": "dog"}]},
    {"game": "markets", "players": 2, "seats": [{"name": "x" * 41}]},
    {"game": "markets", "players": 2, "seats": [{"kind": "bot", "bot": "os:getcwd"}]},
    {"game": "markets", "players": 2, "seats": [{"kind": "bot", "bot": "time:999"}]},
    [],
    None,
    "markets",
)


@pytest.mark.parametrize("asked", BAD, ids=str)
def test_what_is_asked_for_wrongly_is_refused_in_words(asked: object) -> None:
    with serving() as host:
        answer = host.client.post("/api/tables", json=asked)
        assert answer.status_code == 400, answer.text
        error = answer.json()["error"]
        assert error["code"] and error["says"] and "Traceback" not in answer.text
        assert host.server.house.store.count() == 0


def test_bodies_have_a_size_and_a_form() -> None:
    with serving() as host:
        assert host.client.post("/api/tables", content=b"x" * 70_000).status_code == 413
        assert host.client.post("/api/tables", content=b"{").status_code == 400
        assert host.client.post("/api/tables", content=b"[" * 60_000).status_code == 400


def test_nothing_that_is_secret_is_told() -> None:
    """Neither what chance starts from, nor other tokens, nor folders of whoever serves."""
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.guest(made["onlooker"]) as eve:
            ada.choose()
            (room,) = host.server.rooms.values()
            said = json.dumps([ada.heard, eve.heard, host.client.get("/api/games").json()])
            others = [made["host"], made["onlooker"], made["seats"][1]["token"]]
            for secret in (room.table.seed, room.table.secret, *others, str(PAGES.parents[3])):
                assert secret not in said


def test_names_that_hide_something_are_made_visible() -> None:
    with serving() as host:
        made = host.table(({"kind": "person", "name": "a\u202eb\u0000"}, BOT))
        assert made["seats"][0]["name"] == "a\\u202eb\\x00"


def test_halves_of_characters_harm_nobody() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            for who in (ada, ben):
                who.ws.send_text('{"t":"why","cid":"half","text":"\\ud800"}')
                assert "ud800" in who.until("because")["found"][0]["text"]
            ada.ws.send_text('{"t":"name","cid":"name","name":"\\ud800"}')
            assert ada.until("ok") and ben.until("people")["people"][0]["name"] == "\\ud800"


def test_messages_that_mean_nothing_leave_the_table_alone() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada:
            before = ada.state
            for said in (
                {"t": "choose"},
                {"t": "choose", "cid": {}},
                {"t": "choose", "cid": "x", "rev": [], "picks": {}},
                {"t": "undo", "cid": "x", "to": "0"},
                {"t": "undo", "cid": "x", "to": -1},
                {"t": "agree", "cid": "x", "yes": 3},
                {"t": "bot", "cid": "x", "seat": True},
                {"t": "bot", "cid": "x", "seat": 0, "kind": "cat"},
                {"t": "export", "cid": "x", "as": "save"},
                {"t": "look", "cid": "x", "rev": 0},
                {"t": "rules", "cid": "x", "take": "new"},
                {"t": "author", "cid": "x", "on": True},
                {"t": "jump", "cid": "x", "rev": 0},
                {"t": "change", "cid": "x"},
            ):
                ada.ws.send_json(said)
                assert ada.until("no")["says"]
            ada.say("auto", on=False)
            assert [ada.state[n] for n in ("rev", "view", "ask")] == [before[n] for n in ("rev", "view", "ask")]


def test_the_lobby_lists_what_can_be_had() -> None:
    with serving() as host:
        (game,) = host.client.get("/api/games").json()
        option = {"name": "dear", "title": "the fives and sixes count twice", "values": ["no", "yes"], "default": "no"}
        assert game["id"] == "markets" and game["players"] == [2, 4] and game["options"] == [option]
        assert game["file"] == "markets.hoyle"
        assert host.table(options={"dear": "yes"})["table"] != host.table()["table"]
        assert offered().games["markets"].model.title == "Markets"


def test_own_requests_say_where_they_come_from() -> None:
    assert OWN["origin"].endswith(HOST)

"""`hoyle serve`: tables for people, in the browser."""

from __future__ import annotations

import socket
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from hoyle.commands import ask
from hoyle.commands.terminal import console, safe
from hoyle.diagnostics import HoyleError, quote

EXAMPLE = "serve {game}"
NEEDED = ("starlette", "uvicorn", "websockets")
_HOST = "The address to listen at; others than 127.0.0.1 let other machines in. Or a name this server is called by."
_STORE = "The file that tables are kept in."
_PACE = "Seconds before a bot answers."
ANY = ("0.0.0.0", "::")
OPEN = (
    "other machines can come here: whoever has the link of a seat plays it, whoever finds the lobby sets up tables,",
    "and nothing on the way is encrypted; for more than a room put a server with TLS before it",
)


def serve(
    games: Annotated[
        list[str] | None,
        ask.argument("GAME", "Games or variants to offer, besides those of Hoyle.", ask.complete_game),
    ] = None,
    host: Annotated[list[str] | None, ask.option("--host", "HOST", _HOST)] = None,
    port: Annotated[int, ask.option("--port", "N", "The port; 0 takes any that is free.", min=0, max=65535)] = 8711,
    store: Annotated[Path, ask.option("--store", "FILE", _STORE)] = Path("hoyle_tables.db"),
    watch: Annotated[bool, ask.switch("--watch", "Read games again when their files change.")] = False,
    pace: Annotated[float, ask.option("--pace", "S", _PACE, min=0, max=60)] = 0.7,
) -> None:
    """Serve tables for people, in the browser.

    Prints a link to the lobby, where tables are set up; every seat has a secret link of its own. Tables are kept in a
    file: a server that was stopped goes on where it was.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        wrong = f"a table in the browser needs {', '.join(missing)}"
        raise HoyleError.plain("HYL909", wrong, "install it: pip install 'hoyle[web]'")
    import uvicorn

    from hoyle.web.app import HERE, LARGEST, Server
    from hoyle.web.catalogue import catalogue
    from hoyle.web.house import House
    from hoyle.web.store import Store

    out = console()
    names = tuple(host or ())
    listening = _listen(names, port)
    address, number = listening.getsockname()[:2]
    out.print("reading the games ...", style="dim")
    offered = catalogue(list(games or ()))
    local = address.startswith("127.") or address == "::1"
    own = [] if local else _own_addresses()
    known = (*HERE, *map(_as_host, (*names, address, *own)))
    server = Server(House(Store(store), offered), known, pace, workshop=watch)
    shown = next((name for name in (*names[::-1], *own, "127.0.0.1") if name not in ANY), address)
    out.print(safe(f"tables are kept in {store}"))
    if watch:
        out.print("whoever has the link of a host sees every hand (--watch)", style="doubt")
    if not local:
        for line in OPEN:
            out.print(line, style="doubt", soft_wrap=True)
    out.print(safe(f"http://{_as_host(shown if not local else address)}:{number}/", "good"))
    out.print("Ctrl-C stops; the tables stay", style="dim")
    out.file.flush()
    config = uvicorn.Config(
        server.app(),
        log_level="warning",
        access_log=False,
        ws="auto",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run([listening])


def _listen(names: tuple[str, ...], port: int) -> socket.socket:
    """A socket at the first of the names that is an address of this machine."""
    for name in names or ("127.0.0.1",):
        try:
            family, _, _, _, where = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)[0]
            made = socket.socket(family)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(where)
            made.listen(100)  # whoever comes before the server is up waits for it
            return made
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
    help = "name a free port with --port, or 0 for any"
    raise HoyleError.plain("HYL909", f"{quote(f'{name}:{port}')} cannot be listened at: {reason}", help)


def _own_addresses() -> list[str]:
    """What other machines may call this one."""
    found = [socket.gethostname()]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which way it would go
        found.insert(0, probe.getsockname()[0])
    return found


def _as_host(name: str) -> str:
    """A name as it stands in a link."""
    return f"[{name}]" if ":" in name else name.lower()

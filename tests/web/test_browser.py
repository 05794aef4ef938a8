"""The page in a real browser: games are played by clicking, at a desk and on a phone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clicking import CHROMIUM, DESKTOP, NARROWEST, PHONE, QUIET, House, Sitter, wanted

ROOT = Path(__file__).parents[2]
HEARTS = str(ROOT / "examples" / "hearts.hoyle")
GAMES = {"texas_showdown": 4, "book_it": 3, "dwyn": 4, "rowdy_partners": 2, "trickdraw": 3, "hearts": 4}
DECISIONS = 4

if CHROMIUM is None and not wanted():
    pytest.skip("there is no chromium here", allow_module_level=True)
if wanted():
    import playwright.sync_api as driver
else:
    driver = pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("tables") / "tables.db", [HEARTS])
    yield made
    made.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    assert CHROMIUM is not None, "these tests need chromium"
    with driver.sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield started
        started.close()


def bots(players: int) -> list[str]:
    return ["Ada", *["bot:random"] * (players - 1)]


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_by_clicking(house: House, browser: Any, game: str, how: dict[str, Any]) -> None:
    made = house.table(game, bots(GAMES[game]))
    ada = Sitter(browser, house.base, made["seats"][0]["token"], how)
    rng = random.Random(f"{game}{how['viewport']['width']}")
    for _ in range(DECISIONS):
        if not ada.asked():
            break
        ada.check()
        ada.answer(rng)
    ada.asked()
    ada.check()
    ada.close()


def test_nothing_is_too_wide_on_the_smallest_phone_or_the_largest_screen(house: House, browser: Any) -> None:
    made = house.table("book_it", bots(4))
    token = made["seats"][0]["token"]
    for how in (NARROWEST, {"viewport": {"width": 3840, "height": 2160}}):
        for path in ("/table", "/replay"):
            if path == "/table":
                ada = Sitter(browser, house.base, token, how)
                assert ada.asked()
            else:
                ada = Sitter(browser, house.base, token, how, path)
            assert ada.overflow() <= 0 and ada.errors == []
            ada.close()


def test_two_people_at_one_table(house: House, browser: Any) -> None:
    made = house.table("texas_showdown", ["Ada", "Blaise", "bot:random"])
    ada, blaise = (Sitter(browser, house.base, made["seats"][n]["token"], DESKTOP) for n in (0, 1))
    looker = Sitter(browser, house.base, made["onlooker"], PHONE)
    rng = random.Random(4)
    moved: Sitter | None = None
    for _ in range(6):
        ada.until(lambda: ada.state["ask"] or blaise.state["ask"], "a question for one of them")
        mine, other = (ada, blaise) if ada.state["ask"] else (blaise, ada)
        mine.answer(rng)
        moved = mine
        other.until(lambda m=mine, o=other: o.drawn_rev() == m.drawn_rev(), "the other's page")  # type: ignore[misc]
        looker.until(lambda m=mine: looker.drawn_rev() == m.drawn_rev(), "the onlooker's page")  # type: ignore[misc]
    assert moved is not None
    for sitter in (ada, blaise, looker):
        sitter.check()
    assert looker.state["ask"] is None and looker.page.query_selector("#hands .card") is None
    _take_back(moved, blaise if moved is ada else ada)
    _rename(ada, blaise)
    _resign(ada, blaise)
    for sitter in (ada, blaise, looker):
        assert sitter.errors == []
        sitter.close()


def _take_back(mine: Sitter, other: Sitter) -> None:
    """One asks to take back, the other sees what was revealed, and agrees."""
    before = mine.state["rev"]
    mine.page.click("[data-do=undo]")
    other.until(lambda: other.page.query_selector("[data-do=agree]"), "the request")
    assert "take back" in other.page.inner_text("#ask")
    other.page.click("[data-do=agree]")
    mine.until(lambda: mine.state["rev"] < before and mine.drawn_rev() == mine.state["rev"], "the table as it was")
    mine.check()


def _rename(mine: Sitter, other: Sitter) -> None:
    """A name is shown as it was typed, whatever is in it."""
    name = "<b>Zoë</b> & co"
    mine.page.click("[data-side=people]")
    mine.page.fill("[data-form=name] input", name)
    mine.page.click("[data-form=name] button")
    other.until(lambda: name in other.page.inner_text("#app"), "the new name")
    assert other.page.query_selector("#app .seat b b") is None


def _resign(mine: Sitter, other: Sitter) -> None:
    """A seat is left to a bot, which answers from then on, and taken back."""
    mine.page.select_option("[data-form=bot] select", "random")
    mine.page.click("[data-form=bot] button")
    mine.until(lambda: mine.page.query_selector("[data-do=person]"), "the bot")
    other.until(lambda: other.page.locator("#app [data-seat='0'] .who i").all_inner_texts() == ["bot"], "the bot")
    mine.page.click("[data-do=person]")
    mine.until(lambda: mine.page.query_selector("[data-form=bot]"), "the seat")


def test_a_killed_server_comes_back_under_a_running_game(browser: Any, tmp_path: Path) -> None:
    house = House(tmp_path / "tables.db", [HEARTS])
    try:
        made = house.table("hearts", bots(4))
        ada = Sitter(browser, house.base, made["seats"][0]["token"], DESKTOP)
        rng = random.Random(2)
        for _ in range(3):
            assert ada.asked()
            ada.answer(rng)
        assert ada.asked()
        before = ada.state
        house.kill()
        ada.until(lambda: ada.page.get_attribute("#net", "data-state") == "off", "the page to notice")
        house.start()
        ada.until(lambda: ada.page.get_attribute("#net", "data-state") == "on", "the line")
        ada.until(lambda: "from" in ada.state, "the table")
        ada.until(lambda: ada.drawn_rev() == ada.state["rev"], "the drawing")
        assert (ada.state["rev"], ada.state["view"], ada.state["ask"]) == (before["rev"], before["view"], before["ask"])
        ada.answer(rng)
        ada.check()
        ada.close()
    finally:
        house.kill()


def test_a_file_that_breaks_is_told_to_the_host(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.hoyle"
    sound = Path(HEARTS).read_text(encoding="utf-8")
    path.write_text(sound, encoding="utf-8")
    house = House(tmp_path / "tables.db", [str(path)], "--watch")
    try:
        made = house.table("mine", ["Ada", "Blaise", "Cleo", "Dov"])
        host = Sitter(browser, house.base, made["host"], DESKTOP)
        path.write_text(sound + "\nzone odd : pil\n", encoding="utf-8")
        host.until(lambda: "did you mean `pile`" in host.page.inner_text("#author"), "what is wrong")
        assert "mine.hoyle:" in host.page.inner_text("#author") and "zone odd : pil" in host.page.inner_text("#author")
        path.write_text(sound, encoding="utf-8")
        host.until(lambda: "zone odd" not in host.page.inner_text("#author"), "that it is mended")
        assert host.page.query_selector("#app .card[data-look]") is None
        host.page.click("[data-work=on]")
        host.until(lambda: host.page.query_selector("#app .card[data-look]"), "the open table")
        host.page.click("[data-side=people]")
        host.page.click("[data-do=link] >> nth=1")
        host.until(lambda: host.page.query_selector("#people .link"), "the new link")
        token = host.page.input_value("#people .link").partition("#")[2]
        blaise = Sitter(browser, house.base, token, DESKTOP)
        assert blaise.said["hello"]["you"] == 1 and host.errors == []
        blaise.close()
        host.close()
    finally:
        house.kill()


def test_what_is_not_allowed_says_why_at_once(house: House, browser: Any) -> None:
    for seed in range(4):
        made = house.table("texas_showdown", bots(4))
        ada = Sitter(browser, house.base, made["seats"][0]["token"], DESKTOP)
        rng = random.Random(seed)
        for _ in range(12):
            if not ada.asked():
                break
            blocked = ada.state["ask"]["blocked"]
            if blocked:
                revision = ada.state["rev"]
                ada.click(ada.node(f"c:{blocked[0]['args'][0]['cards'][0]}"), "a card that is not allowed")
                text = ada.page.inner_text("#toast.on")
                assert "because" not in ada.said, "the reasons came with the question, nobody has to be asked"
                assert blocked[0]["why"].lower() in text.lower() and f"rule {blocked[0]['rule']}" in text
                assert blocked[0]["place"].rpartition("/")[2] in text and "/" not in text
                assert ada.state["rev"] == revision
                return ada.close()
            ada.answer(rng)
        ada.close()
    raise AssertionError("nothing was forbidden in four games")


def test_the_keyboard_is_enough(house: House, browser: Any) -> None:
    made = house.table("texas_showdown", bots(3))
    ada = Sitter(browser, house.base, made["seats"][0]["token"], DESKTOP)
    for _ in range(3):
        assert ada.asked()
        before = ada.state["rev"]
        ada.page.evaluate("document.activeElement.blur()")
        ada.page.keyboard.press("ArrowRight")
        label = ada.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label in [choice["args"][0]["word"] for choice in ada.state["ask"]["choices"]]
        ada.page.keyboard.press("Enter")
        ada.until(lambda rev=before: ada.state["rev"] != rev, "the answer")  # type: ignore[misc]
    unnamed = ada.page.evaluate(
        "[...document.querySelectorAll('button, input, select, [role=button], [role=img], section')]"
        ".filter(e => !(e.getAttribute('aria-label') || e.innerText || e.closest('label'))).length"
    )
    assert unnamed == 0
    ada.close()


def test_a_card_is_carried_to_where_it_goes(house: House, browser: Any) -> None:
    made = house.table("texas_showdown", bots(3))
    ada = Sitter(browser, house.base, made["seats"][0]["token"], DESKTOP)
    assert ada.asked()
    before = ada.state["rev"]
    card = ada.page.query_selector("#hands .card.can")
    box = card.bounding_box()
    ada.page.mouse.move(box["x"] + 8, box["y"] + 30)
    ada.page.mouse.down()
    ada.page.mouse.move(box["x"] + 30, box["y"] - 60, steps=3)
    ada.page.mouse.move(500, 380, steps=3)
    assert ada.page.query_selector(".carried")
    ada.page.mouse.up()
    ada.until(lambda: ada.state["rev"] != before, "the card")
    assert ada.page.query_selector(".carried") is None and ada.errors == []
    ada.close()


def test_a_text_can_be_read_on_a_phone(house: House, browser: Any) -> None:
    made = house.table("trickdraw", bots(3))
    ada = Sitter(browser, house.base, made["seats"][0]["token"], PHONE)
    assert ada.asked()
    card = ada.page.query_selector("#hands .card[data-look]")
    said = ada.said["hello"]["meta"]["looks"][int(card.get_attribute("data-look"))]["face"]["says"]
    ada.click(card, "a card")
    large = ada.page.query_selector("#large.on .says")
    assert large is not None and said in large.inner_text()
    assert ada.page.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)", large) >= 12
    ada.close()


def test_a_table_is_drawn_anew_quickly(house: House, browser: Any) -> None:
    for game, players, most in (("texas_showdown", 4, 30), ("book_it", 3, 60)):
        made = house.table(game, bots(players))
        ada = Sitter(browser, house.base, made["seats"][0]["token"], DESKTOP)
        rng = random.Random(9)
        for _ in range(6):
            if ada.asked():
                ada.answer(rng)
        took = ada.page.evaluate("performance.getEntriesByName('hoyle:redraw').slice(1).map(e => e.duration)")
        assert len(took) > 6 and sorted(took)[len(took) // 2] < most, took
        ada.close()


def test_a_table_is_set_up_in_the_lobby_and_watched_again(house: House, browser: Any) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(house.base + "/")
    page.wait_for_selector("[data-game=trickdraw]").click()
    page.click("[data-count='2']")
    page.fill("[name=name0]", "Ada")
    page.select_option("[name=who1]", "random")
    page.click("#setup [type=submit]")
    page.wait_for_selector("#made .btn.go")
    assert page.locator("#made .link").count() == 3  # one seat for a person, onlookers, the host
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    token = page.input_value("#made .link").partition("#")[2]
    context.close()
    ada = Sitter(browser, house.base, token, PHONE)
    rng = random.Random(1)
    for _ in range(3):
        assert ada.asked()
        ada.answer(rng)
    rev = ada.state["rev"]
    ada.close()
    again = Sitter(browser, house.base, token, DESKTOP, "/replay")
    for step in range(1, 4):
        again.page.click("#steps [data-do=next]")
        again.until(lambda n=step: again.drawn_rev() == n, "the next step")  # type: ignore[misc]
        again.check()
    again.page.click("#steps [data-do=last]")
    again.until(lambda: (again.drawn_rev() or 0) >= rev, "the last step")
    again.page.select_option("#eyes", "all")
    again.until(lambda: "over" in again.page.inner_text("#toast"), "the refusal")
    assert errors == [] and again.errors == []
    again.close()


def test_light_and_dark_and_no_motion(house: House, browser: Any) -> None:
    made = house.table("dwyn", bots(3))
    grounds = set()
    for scheme in ("light", "dark"):
        ada = Sitter(browser, house.base, made["seats"][0]["token"], {**DESKTOP, "color_scheme": scheme})
        assert ada.page.evaluate("document.documentElement.dataset.theme") == scheme
        grounds.add(ada.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert ada.asked()
        ada.answer(random.Random(1))
        assert ada.page.evaluate("document.getAnimations().length") == 0
        ada.page.click("[data-do=theme]")
        assert ada.page.evaluate("document.documentElement.dataset.theme") != scheme
        ada.close()
    assert len(grounds) == 2

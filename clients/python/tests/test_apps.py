"""The calls of an app's server, with the app's key."""

from collections.abc import Iterator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from support import served

from funhouse import App, Client, Problem
from funhouse.aio import AsyncClient

SEED = "apps"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service at which players can ask for apps."""
    folder: Path = tmp_path_factory.mktemp("apps")
    with served(folder, "--apps", "open") as address:
        yield address


@pytest.fixture(scope="module")
def registered(base: str) -> dict[str, Any]:
    """An app, and its key."""
    with Client(base) as client:
        owner = client.with_token(client.sign_up("Club owner")["token"])
        body = {"name": "Slide Club", "home_page": "https://slides.example.org"}
        created: dict[str, Any] = owner.request("POST", "/v1/apps", body=body)
        return created


@pytest.fixture
def app(base: str, registered: dict[str, Any]) -> Iterator[App]:
    with Client(base, token=registered["key"]) as client:
        yield client.app(registered["app"]["id"])


def has_code(code: str, error: pytest.ExceptionInfo[Problem]) -> bool:
    return error.value.code == code


def test_app_signs_in_its_users(base: str, app: App) -> None:
    assert (app.info()["id"], app.info()["status"]) == (app.id, "pending")
    key = "a-key-of-mine-01"
    signed_in = app.sign_in("u/1 ?", name="Ada", idempotency_key=key)
    assert app.sign_in("u/1 ?", idempotency_key=key)["token"] == signed_in["token"]
    with pytest.raises(Problem) as raised:
        app.sign_in("u-2", name="Ada")
    assert has_code("name_taken", raised)
    assert app.sign_in("u-2", name="Ada", unique=True)["player"]["name"] == "Ada 2"
    with Client(base, token=signed_in["token"]) as client:
        assert client.request("GET", "/v1/players/me")["player"] == signed_in["player"]
    page = app.users(limit=1)
    assert [user["user"] for user in page["users"]] == ["u/1 ?"]
    assert [user["user"] for user in app.users(cursor=page["next"])["users"]] == ["u-2"]
    assert "/play#/link/" in app.link("u-2")["url"]
    assert app.export_user("u/1 ?")["player"]["name"] == "Ada"
    app.delete_user("u-2")
    with pytest.raises(Problem) as raised:
        app.export_user("u-2")
    assert has_code("unknown_player", raised)
    # Its calls count for its addresses until an operator approves it.
    assert app.usage()["days"] == []


def test_app_hides_runs_and_users_on_its_own_boards(base: str, app: App) -> None:
    with Client(base, token=app.sign_in("hidden", name="Ben")["token"]) as user:
        game = user.game("slide-jam")
        position = game.deal(seed=SEED, with_legal_moves=True)
        moves = []
        while not position["finished"]:
            moves.append(position["legal_moves"]["moves"][0])
            position = game.play(position["state"], moves[-1], with_legal_moves=True)
        state = position["state"]
        run: Any = {name: state[name] for name in ("game", "rules", "seed", "options")}
        receipt = user.submit(run | {"moves": moves, "score": position["score"]["total"]})
        path, query = "/v1/leaderboards/slide-jam", {"app": app.id, "class": "chosen"}

        def ranked() -> int:
            return len(user.request("GET", path, query=query)["entries"])

        assert ranked() == 1
        app.hide_run(receipt["run"]["id"])
        assert ranked() == 0
        app.show_run(receipt["run"]["id"])
        assert ranked() == 1
        app.hide_user("hidden")
        assert ranked() == 0
        app.show_user("hidden")
        assert ranked() == 1


def test_app_has_seasons(app: App) -> None:
    first, last = (str((datetime.now(UTC) + timedelta(days=days)).date()) for days in (2, 30))
    season = app.create_season("Winter", first, last)
    assert app.season(season["id"]) == season
    assert app.seasons() == [season]
    app.delete_season(season["id"])
    with pytest.raises(Problem) as raised:
        app.season(season["id"])
    assert has_code("unknown_season", raised)


def test_app_hears_of_all_users_and_resumes(base: str, registered: dict[str, Any]) -> None:
    async def hear() -> None:
        async with AsyncClient(base, token=registered["key"]) as client:
            app = client.app(registered["app"]["id"])
            user = client.with_token((await app.sign_in("hears", name="Cleo"))["token"])
            last_id = None
            for expected in ("table_started", "table_over"):
                async with aclosing(app.events(last_id=last_id)) as events:
                    async for event in events:
                        if event.type == "reset":
                            assert last_id is None
                            last_id = event.id
                            await (await user.create_table({"game": "slide-jam"})).resign()
                            continue
                        last_id = event.id
                        assert event.type == expected
                        assert event.data["user"] == "hears"
                        break

    anyio.run(hear)


def test_ids_that_are_another_path_are_refused(base: str, app: App) -> None:
    for user in (".", ".."):
        with pytest.raises(ValueError, match="no id is"):
            app.delete_user(user)
    with Client(base) as client, pytest.raises(ValueError, match="no id is"):
        client.table("..")

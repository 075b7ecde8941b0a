"""Environments: the checks of Gymnasium and PettingZoo on every game, and what agents see and earn."""

from __future__ import annotations

import copy
import json
import pickle
import random
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import funhouse
from funhouse import GameId, Trapped
from funhouse.envs.actions import actions, size_of
from funhouse.envs.arrays import Array
from funhouse.envs.observations import Screen
from funhouse.envs.parallel import parallel_env
from funhouse.envs.seats import SeatsEnv, rewards_of
from funhouse.envs.solitaire import SolitaireEnv
from funhouse.envs.vector import SolitaireVectorEnv
from funhouse.game import AnyGame

KINDS = {game["id"]: game["kind"] for game in funhouse.games()}
SOLITAIRES = [id for id, kind in KINDS.items() if kind == "solitaire"]
SEATED = [id for id, kind in KINDS.items() if kind in ("seated", "race")]


@pytest.mark.parametrize("id", SOLITAIRES)
@pytest.mark.filterwarnings("ignore:.*render modes")
def test_solitaire_passes_the_check_of_gymnasium(id: GameId) -> None:
    check_env(SolitaireEnv(id, render_mode="ansi"))


@pytest.mark.parametrize("id", SEATED)
def test_seated_game_passes_the_check_of_pettingzoo(id: GameId) -> None:
    with warnings.catch_warnings():
        # PettingZoo knows its own environments whose observations are dictionaries.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array|Observation space for each agent")
        api_test(SeatsEnv(id), num_cycles=100)


@pytest.mark.parametrize("id", ["darwinian-poker", "caribbean-star", "dungeon-crawl", "pontifuse"])
def test_game_with_simultaneous_moves_passes_the_check_of_pettingzoo(id: GameId) -> None:
    parallel_api_test(parallel_env(id), num_cycles=100)


def random_action(observation: Any, chance: random.Random) -> int:
    """Returns an action that the mask allows."""
    return int(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))


@pytest.mark.parametrize("id", SEATED)
def test_whole_game_of_seats_shares_out_rewards_and_verifies(id: GameId) -> None:
    env = SeatsEnv(id)
    env.reset(seed=5)
    assert env.rewards == dict.fromkeys(env.agents, 0.0)
    sums = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(max_iter=20_000):
        observation, reward, terminated, _, info = env.last()
        sums[agent] += reward
        if terminated:
            env.step(None)
            continue
        # The built-in player chooses.
        [move, *_] = env.game.plan(env.position["state"], seat=int(agent.removeprefix("seat_")))["moves"]
        assert observation is not None
        env.step(next(number for number, each in info["moves"].items() if each == move))
    assert not env.agents
    assert sum(sums.values()) == pytest.approx(0)
    assert max(sums.values()) <= 1
    verdict = env.game.replay(env.run())
    assert (verdict["legal"], verdict["complete"], verdict["claim_holds"]) == (True, True, True)
    places = verdict["position"]["places"]
    best = [place == min(places) for place in places]
    assert [reward == max(sums.values()) for reward in sums.values()] == best


def test_seats_are_tied_if_a_robot_without_a_seat_has_won() -> None:
    assert rewards_of([2, 2, 2]) == [0, 0, 0]
    assert rewards_of([2, 1, 2]) == [-0.5, 1, -0.5]
    assert rewards_of([1, 1, 3]) == [0.5, 0.5, -1]


def test_illegal_action_of_a_solitaire_changes_nothing() -> None:
    env = SolitaireEnv("slide-jam")
    before, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(illegal)
    assert info["illegal"]
    assert (reward, terminated, truncated) == (0, False, False)
    assert np.array_equal(before["observation"], after["observation"])
    assert env.run()["moves"] == []


def test_illegal_action_of_a_seat_is_an_error_unless_wrapped() -> None:
    env = SeatsEnv("queensland")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="action must be one that the mask allows"):
        env.step(illegal)
    wrapped = TerminateIllegalWrapper(env, illegal_reward=-1)
    wrapped.reset(seed=1)
    culprit = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.rewards[culprit] == -1
    assert all(wrapped.terminations.values())


def test_flicks_that_are_too_many_to_list_are_spread_over_their_directions() -> None:
    env, chance = SolitaireEnv("catwalk"), random.Random(2)
    observation, _ = env.reset(seed=1)
    flicks: list[Any] = []
    terminated = False
    while not terminated:
        flicks = flicks or [move for move in env.moves().values() if move["type"] == "flick"]
        observation, _, terminated, _, _ = env.step(random_action(observation, chance))
    assert not observation["action_mask"].any()
    quadrants = {(np.sign(flick["dx"]), np.sign(flick["dy"])) for flick in flicks}
    assert len(quadrants) == 4
    assert len({flick["coin"] for flick in flicks}) == 6
    assert env.game.replay(env.run())["complete"]


def test_same_seed_gives_the_same_game() -> None:
    env = SolitaireEnv("slide-jam")
    one, two, other = ((env.reset(seed=seed), env.seen()) for seed in (3, 3, 4))
    assert one[1] == two[1] != other[1]
    env.reset(options={"seed": "funhouse-1"})
    assert env.seen()["view"]["table"] == funhouse.game("slide-jam").deal(seed="funhouse-1")["state"]["table"]
    seats = SeatsEnv("queensland")
    texts = []
    for seed in (3, 3, 4):
        seats.reset(seed=seed)
        texts.append(json.dumps(seats.run()))
    assert texts[0] == texts[1] != texts[2]
    seats.reset(options={"seed": "funhouse-1"})
    assert seats.run()["seed"] == "funhouse-1"


def test_agents_see_neither_the_seed_nor_hidden_cards() -> None:
    env = SolitaireEnv("magic-mirror")
    env.reset(seed=1)
    assert "seed" not in env.seen()["view"]

    views = []

    class Spy(Screen):
        def __call__(self, game: AnyGame, seen: dict[str, Any], seat: int | None) -> Array:
            views.append((seat, seen["view"]))
            return super().__call__(game, seen, seat)

    seats = SeatsEnv("seven-handed-poker", encoder=Spy())
    seats.reset(seed=1)
    seats.observe("seat_1")
    [(seat, view)] = views
    assert seat == 1
    assert "seed" not in view
    assert "??" in json.dumps(view)


def test_screen_shows_the_board() -> None:
    env = SolitaireEnv("slide-jam", encoder=Screen(), render_mode="ansi")
    observation, _ = env.reset(seed=1)
    rows = ["".join(map(chr, row)).rstrip() for row in observation["observation"]]
    assert "\n".join(rows).rstrip() == str(env.render()).rstrip()


def test_screen_has_place_for_every_game_and_actions_for_every_move() -> None:
    rows, columns = Screen().space.shape
    for id in SEATED + SOLITAIRES:
        game: AnyGame = funhouse.game(id)
        info = game.info()
        chance = random.Random(id)
        seats = None if info["kind"] == "solitaire" else info["seats"]["most"]
        position = game.deal(seed="screen", seats=seats, with_legal_moves=True)
        for _ in range(60):
            legal = position["legal_moves"]["moves"]
            for seat in position.get("to_act", [None]):
                of_seat = game.moves(position["state"], seat=seat)
                assert len(actions(of_seat, size_of(id) + 1)) <= size_of(id), id
            lines = game.text(position["state"]).splitlines()
            assert sum(max(-(-len(line) // columns), 1) for line in lines) <= rows, id
            if position["finished"] or not legal:
                break
            position = game.play(position["state"], chance.choice(legal), with_legal_moves=True)


def test_encoder_of_a_game_has_its_own_space() -> None:
    class Totals:
        space: spaces.Space[Any] = spaces.Box(0, 1000, (1,), np.int64)

        def __call__(self, game: AnyGame, seen: dict[str, Any], seat: int | None) -> Array:
            return np.array([seen["score"]["total"]])

    env = SolitaireEnv("slide-jam", actions=500, encoder=Totals(), render_mode="svg")
    observation, _ = env.reset(seed=1)
    assert observation["observation"] == [60]
    assert observation["action_mask"].shape == (500,)
    assert env.observation_space.contains(observation)
    assert str(env.render()).startswith("<svg")


def test_environments_of_a_service_are_the_same(address: str) -> None:
    with funhouse.Client(address) as client:
        one, two = (SolitaireEnv(games.game("slide-jam")) for games in (funhouse.Local(), client))
        for env in (one, two):
            env.reset(seed=9)
            for _ in range(5):
                env.step(int(np.flatnonzero(env.action_masks())[0]))
        assert one.run() == two.run()
        assert len(one.run()["moves"]) == 5


def test_environments_run_in_parallel_processes() -> None:
    single = SolitaireEnv("slide-jam")
    legal = int(np.flatnonzero(single.reset(seed=3)[0]["action_mask"])[0])
    reward = single.step(legal)[1]
    env = AsyncVectorEnv([partial(SolitaireEnv, "slide-jam")] * 2, context="forkserver")
    observations, _ = env.reset(seed=[3, 3])
    assert np.array_equal(*observations["observation"])
    _, rewards, *_ = env.step(np.array([legal, legal]))
    assert rewards.tolist() == [reward, reward]
    env.close()


@pytest.mark.parametrize("id", SOLITAIRES)
def test_solitaires_are_registered(id: GameId) -> None:
    env = gymnasium.make(f"funhouse/{id}-v0")
    observation, _ = env.reset(seed=4)
    assert isinstance(env.unwrapped, SolitaireEnv)
    assert env.unwrapped.game.id == id
    many = gymnasium.make_vec(f"funhouse/{id}-v0", num_envs=2)
    assert isinstance(many, SolitaireVectorEnv)
    observations, _ = many.reset(seed=4)
    assert np.array_equal(observations["observation"][0], observation["observation"])


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_registered_environment_is_vectorized_by_gymnasium(mode: str) -> None:
    settings = {"context": "forkserver"} if mode == "async" else {}
    many = gymnasium.make_vec("funhouse/trampo-land-v0", num_envs=2, vectorization_mode=mode, vector_kwargs=settings)
    ours = gymnasium.make_vec("funhouse/trampo-land-v0", num_envs=2)
    (theirs, _), (observations, _) = many.reset(seed=4), ours.reset(seed=4)
    assert np.array_equal(theirs["observation"], observations["observation"])
    legal = observations["action_mask"].argmax(axis=1)
    assert np.array_equal(many.step(legal)[1], ours.step(legal)[1])
    many.close()


def test_games_of_a_vector_are_truncated() -> None:
    env = gymnasium.make_vec("funhouse/whack-a-dummy-v0", num_envs=2, max_episode_steps=2)
    env.reset(seed=1)
    illegal = np.array([-1, 10**6])
    ended = [env.step(illegal)[3].tolist() for _ in range(4)]
    assert ended == [[False, False], [True, True], [False, False], [False, False]]


@pytest.mark.parametrize("kind", [list, np.uint8, np.int16, np.int32, np.int64, np.uint32])
def test_vector_takes_integers_of_any_type(kind: Any) -> None:
    env = SolitaireVectorEnv("whack-a-dummy", num_envs=2, max_episode_steps=2)
    env.reset(seed=1)
    for _ in range(4):
        actions: Any = [1, 2] if kind is list else np.array([1, 2], kind)
        infos = env.step(actions)[-1]
        # What the caller does with the totals has no effect on rewards.
        infos["total"][:] = 99
    assert env.step(np.array([0, 0]))[1].max() < 50


def test_copy_of_parallel_environment_is_another_game() -> None:
    env = parallel_env("headless-in-seattle")
    env.reset(seed=1)
    other = copy.copy(env)
    other.reset(seed=2)
    assert env.seats.run()["seed"] != other.seats.run()["seed"]


def test_vector_has_limits_of_its_own() -> None:
    with pytest.raises(ValueError, match="encoder must be Features or Screen"):
        SolitaireVectorEnv("slide-jam", encoder=cast("Any", object()))
    with pytest.raises(ValueError, match="is not a solitaire"):
        SolitaireVectorEnv("queensland")


def test_environment_whose_module_failed_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SolitaireEnv("slide-jam")
    first, _ = env.reset(seed=1)
    legal = int(np.flatnonzero(first["action_mask"])[0])
    solitaire: Any = env._solitaire
    instance = solitaire._games._instance
    # An address outside the memory.
    monkeypatch.setattr(instance, "answer", lambda target, body: instance.free(0xFFFF_FFF0))
    with pytest.raises(Trapped, match="reset the environment"):
        env.step(legal)
    again, _ = env.reset(seed=1)
    assert np.array_equal(first["observation"], again["observation"])
    assert not env.step(legal)[4]["illegal"]


def test_other_kinds_of_games_are_refused() -> None:
    with pytest.raises(ValueError, match="is not a solitaire"):
        SolitaireEnv("queensland")
    with pytest.raises(ValueError, match="is not a game for several seats"):
        SeatsEnv("slide-jam")
    with pytest.raises(ValueError, match="is played at a real table"):
        SeatsEnv("wild-bill")
    with pytest.raises(ValueError, match="render_mode"):
        SolitaireEnv("slide-jam", render_mode="human")
    with pytest.raises(ValueError, match="render_mode"):
        SeatsEnv("queensland", render_mode="human")


ENVIRONMENTS: list[Callable[[], Any]] = [
    lambda: SolitaireEnv("slide-jam"),
    lambda: SolitaireVectorEnv("slide-jam", 2),
    lambda: SeatsEnv("break-the-bank"),
    lambda: parallel_env("darwinian-poker"),
]


@pytest.mark.parametrize("create", ENVIRONMENTS)
def test_seeds_of_numpy_are_those_of_python(create: Callable[[], Any]) -> None:
    def totals(seed: Any) -> Any:
        env = create()
        env.reset(seed=seed)
        return env.run() if hasattr(env, "run") else env.step(np.zeros(2, np.int64))[0]["observation"].tolist()

    assert totals(np.int64(7)) == totals(7) != totals(8)


@pytest.mark.parametrize("create", ENVIRONMENTS)
def test_arguments_of_reset_that_are_wrong_are_named(create: Callable[[], Any]) -> None:
    env = create()
    for seed, error, message in [
        (-1, ValueError, "at least 0"),
        (1.5, TypeError, "must be an integer"),
        ("", TypeError, r"must be an? (integer|list)"),
        ("funhouse-1", TypeError, r"must be an? (integer|list)"),
    ]:
        with pytest.raises(error, match=message):
            env.reset(seed=seed)
    for options, message in [
        ({"seed": ""}, "text|list"),
        ({"seed": 7}, "text|list"),
    ]:
        with pytest.raises((ValueError, TypeError), match=message):
            env.reset(options=options)
    env.reset(seed=7, options={})


def test_lists_of_seeds_have_one_for_each_game() -> None:
    env = SolitaireVectorEnv("slide-jam", 2)
    for seed in ([1], [1, 2, 3], np.array([1, 2, 3])):
        with pytest.raises(ValueError, match="seeds must be 2"):
            env.reset(seed=seed)
    first, _ = env.reset(seed=np.array([3, 4]))
    second, _ = env.reset(seed=[3, 4])
    assert (first["observation"] == second["observation"]).all()
    with pytest.raises(ValueError, match="must be 2"):
        env.reset(options={"seed": ["a"]})
    chosen, _ = env.reset(options={"seed": ["readme", "other"]})
    single, _ = SolitaireEnv("slide-jam").reset(options={"seed": "readme"})
    assert (chosen["observation"][0] == single["observation"]).all()
    with pytest.raises(ValueError, match="reset_mask needs"):
        env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(ValueError, match="2 actions"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="num_envs must be at least 1"):
        SolitaireVectorEnv("slide-jam", 0)


@pytest.mark.parametrize("create", ENVIRONMENTS)
def test_step_before_reset_is_a_clear_error(create: Callable[[], Any]) -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        create().step(np.zeros(2, np.int64))
    solitaire = SolitaireEnv("slide-jam")
    for use in (solitaire.moves, solitaire.state, solitaire.seen, solitaire.run):
        with pytest.raises(gymnasium.error.ResetNeeded):
            use()


def test_refused_reset_leaves_the_game_as_it_is() -> None:
    env = SolitaireEnv("slide-jam")
    env.reset(seed=7)
    env.step(next(iter(env.moves())))
    run = env.run()
    with pytest.raises(ValueError, match="text"):
        env.reset(options={"seed": ""})
    assert env.run() == run
    assert copy.deepcopy(env).run() == run


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_copy_of_vector_environment_is_a_clear_error(copied: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="cannot be copied or pickled"):
        copied(SolitaireVectorEnv("slide-jam", 2))

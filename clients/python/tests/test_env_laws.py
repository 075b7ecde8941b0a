"""The laws of environments: every game, with several policies.

A run plays some steps of each game. `FUNHOUSE_ENV_STEPS=5000 pytest tests/test_env_laws.py` plays more.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import funhouse
from funhouse import GameId
from funhouse.envs.actions import actions, size_of
from funhouse.envs.arrays import Array
from funhouse.envs.games import CalledSolitaire, ModuleSolitaire
from funhouse.envs.observations import Encoder, Features, Screen
from funhouse.envs.parallel import parallel_env
from funhouse.envs.seats import SeatsEnv
from funhouse.envs.solitaire import SolitaireEnv
from funhouse.envs.vector import SolitaireVectorEnv
from funhouse.local import LocalCalls

STEPS = int(os.environ.get("FUNHOUSE_ENV_STEPS", "60"))
"""How many steps of each game are checked."""

KINDS = {game["id"]: game["kind"] for game in funhouse.games()}
GOLDEN = Path(__file__).with_name("actions.json")
"""The numbers of every game. `UPDATE_EXPECT=1` writes them."""

SOLITAIRES = [id for id, kind in KINDS.items() if kind == "solitaire"]
SEATED = [id for id, kind in KINDS.items() if kind in ("seated", "race")]

Policy = Callable[[dict[int, Any], random.Random], int]
"""Chooses among legal moves, which are in the order of the list."""


def uniform(moves: dict[int, Any], chance: random.Random) -> int:
    """Any action."""
    return chance.choice(list(moves))


def first(moves: dict[int, Any], chance: random.Random) -> int:
    """The first move of the list."""
    numbers = list(moves)
    return numbers[0]


def last(moves: dict[int, Any], chance: random.Random) -> int:
    """Mostly the last move of the list."""
    numbers = list(moves)
    return numbers[-1] if chance.random() < 0.9 else chance.choice(numbers)


def short(moves: dict[int, Any], chance: random.Random) -> int:
    """A move with few cards or pieces, so that hands grow."""
    return min(moves, key=lambda number: len(json_of(moves[number])))


POLICIES: list[Policy] = [uniform, first, last, short]


@pytest.mark.parametrize("id", SOLITAIRES)
@pytest.mark.parametrize("policy", POLICIES)
def test_solitaire_keeps_the_laws(id: GameId, policy: Policy) -> None:
    chance = random.Random(id)
    env = SolitaireEnv(id)
    observation, info = env.reset(seed=chance.randrange(1000))
    first, rewards, sign = info["total"], 0.0, -1 if env.game.info()["wins"] == "low" else 1
    for _ in range(STEPS):
        assert env.observation_space.contains(observation)
        moves = env.moves()
        legal = np.flatnonzero(observation["action_mask"])
        assert set(moves) == set(legal.tolist()), "the mask has the actions of the moves"
        assert len({json_of(move) for move in moves.values()}) == len(moves), "no move has two actions"
        if not len(legal):
            break
        observation, reward, terminated, truncated, info = env.step(policy(moves, chance))
        assert not info["illegal"]
        assert not truncated
        rewards += reward
        if terminated:
            assert not observation["action_mask"].any()
            break
    assert rewards == sign * (info["total"] - first)
    verdict = env.game.replay(env.run())
    assert (verdict["legal"], verdict["claim_holds"]) == (True, True)
    assert verdict["position"]["state"] == env.state()


def json_of(value: object) -> str:
    """Returns a value as text."""
    return json.dumps(value)


@pytest.mark.parametrize("id", SEATED)
@pytest.mark.parametrize("policy", POLICIES)
def test_seats_keep_the_laws(id: GameId, policy: Policy) -> None:
    chance = random.Random(id)
    bounds: Any = funhouse.game(id).info()["seats"]
    env = SeatsEnv(id, seats=chance.randint(bounds["least"], bounds["most"]))
    env.reset(seed=chance.randrange(1000))
    for _ in range(STEPS):
        agent = env.agent_selection
        observation, _, terminated, _, info = env.last()
        if terminated:
            assert sum(env.rewards.values()) == pytest.approx(0)
            break
        assert observation is not None
        assert env.observation_space(agent).contains(observation)
        legal = np.flatnonzero(observation["action_mask"])
        assert set(info["moves"]) == set(legal.tolist()), "the mask has the actions of the moves"
        assert len(legal), "an agent that is selected can act"
        env.step(policy(info["moves"], chance))
    verdict = env.game.replay(env.run())
    assert (verdict["legal"], verdict["claim_holds"]) == (True, True)


def test_hand_that_is_too_large_to_list_has_actions() -> None:
    env, chance = SeatsEnv("seven-handed-poker"), random.Random(1)
    sizes: set[int] = set()
    for seed in range(20):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            moves = env.infos[env.agent_selection]["moves"]
            legal = env.game.moves(env.position["state"], seat=int(env.agent_selection.removeprefix("seat_")))
            if "bounds" in legal:
                sizes.update(len(move["cards"]) for move in moves.values())
                # Every play is legal, not only the chosen one.
                for move in moves.values():
                    env.game.play(env.position["state"], move)
            env.step(short(moves, chance))
    assert sizes == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("id", SEATED)
def test_parallel_seats_keep_the_laws(id: GameId) -> None:
    chance = random.Random(id)
    env = parallel_env(id)
    observations, infos = env.reset(seed=chance.randrange(1000))
    for _ in range(STEPS // 2):
        assert any(observation["action_mask"].any() for observation in observations.values())
        for agent, observation in observations.items():
            assert set(np.flatnonzero(observation["action_mask"]).tolist()) == set(infos[agent]["moves"])
        acting = {agent: uniform(info["moves"], chance) for agent, info in infos.items() if info["moves"]}
        moves = len(env.run()["moves"])
        observations, rewards, terminations, _, infos = env.step(acting)
        late = sum(info["late"] for info in infos.values())
        assert len(env.run()["moves"]) == moves + len(acting) - late
        assert late < len(acting)
        if any(terminations.values()):
            assert sum(rewards.values()) == pytest.approx(0)
            assert env.agents == []
            break
    verdict = env.seats.game.replay(env.run())
    assert (verdict["legal"], verdict["claim_holds"]) == (True, True)


@pytest.mark.parametrize("id", SOLITAIRES)
@pytest.mark.parametrize("encoder", [Features(300), Screen(20, 40)])
def test_module_and_package_observe_the_same(id: GameId, encoder: Encoder) -> None:
    game = funhouse.game(id)
    size, chance = size_of(id), random.Random(id)
    assert isinstance(game.send, LocalCalls)
    loaded, called = ModuleSolitaire(game, game.send, encoder, size), CalledSolitaire(game, encoder, size)
    ours: Array | None = loaded.deal("same", {})
    theirs: Array | None = called.deal("same", {})
    for _ in range(STEPS // 2):
        assert ours is not None
        assert theirs is not None
        assert np.array_equal(ours, theirs)
        assert np.array_equal(loaded.mask, called.mask)
        assert list(loaded.moves().items()) == list(called.moves().items())
        assert (loaded.total, loaded.finished) == (called.total, called.finished)
        assert loaded.state() == called.state()
        if not loaded.moves():
            break
        number = uniform(loaded.moves(), chance)
        ours, theirs = loaded.play(number), called.play(number)
    assert loaded.play(-1) is loaded.play(size) is called.play(-1) is None


@pytest.mark.parametrize("id", SOLITAIRES)
def test_vector_plays_the_games_of_single_environments(id: GameId) -> None:
    chance = random.Random(id)
    many = SolitaireVectorEnv(id, 3)
    singles = [SolitaireEnv(id) for _ in range(3)]
    observations, infos = many.reset(seed=7)
    each = [env.reset(seed=7 + place) for place, env in enumerate(singles)]
    ended = [False] * 3
    rewards: Any = np.zeros(3)
    for _ in range(STEPS // 2):
        for place, (observation, info) in enumerate(each):
            assert np.array_equal(observations["observation"][place], observation["observation"])
            assert np.array_equal(observations["action_mask"][place], observation["action_mask"])
            assert infos["total"][place] == info["total"]
        chosen = [uniform({**env.moves(), -1: "illegal"}, chance) for env in singles]
        observations, rewards, terminations, truncations, infos = many.step(np.array(chosen))
        assert not truncations.any()
        for place, env in enumerate(singles):
            if ended[place]:
                each[place], ended[place] = env.reset(), False
                assert rewards[place] == 0
                continue
            observation, reward, ended[place], _, info = env.step(chosen[place])
            each[place] = observation, info
            assert (rewards[place], terminations[place], infos["illegal"][place]) == (
                reward,
                ended[place],
                info["illegal"],
            )


@pytest.mark.parametrize("id", SOLITAIRES + SEATED)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_by_themselves(id: GameId, copied: Callable[[Any], Any]) -> None:
    env: Any = SolitaireEnv(id) if KINDS[id] == "solitaire" else SeatsEnv(id)
    unused = copied(env)
    env.reset(seed=3)
    unused.reset(seed=3)
    assert env.run() == unused.run()
    advance(env, random.Random(1))
    twin = copied(env)
    assert twin.run() == env.run()
    before = json_of(env.run())
    advance(twin, random.Random(2))
    assert json_of(env.run()) == before, "the original has not moved"
    advance(env, random.Random(2))
    assert twin.run() == env.run()


def advance(env: Any, chance: random.Random) -> None:
    """Plays up to three moves."""
    for _ in range(3):
        legal = list(env.moves() if isinstance(env, SolitaireEnv) else env.infos[env.agent_selection]["moves"])
        if legal:
            env.step(chance.choice(legal))


def test_actions_and_features_are_the_same_in_every_release() -> None:
    # An agent that was trained with an older release relies on these numbers. They change only with the rules version.
    numbers = {id: numbers_of(id) for id in SOLITAIRES + SEATED}
    if os.environ.get("UPDATE_EXPECT"):
        lines = (f"  {json.dumps(id)}: {json.dumps(each)}" for id, each in numbers.items())
        GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert numbers == json.loads(GOLDEN.read_text())


def numbers_of(id: GameId) -> dict[str, Any]:
    """Returns the actions and the features after the deal."""
    game = funhouse.game(id)
    seats = None if KINDS[id] == "solitaire" else game.info()["seats"]["least"]
    dealt: Any = game.deal(seed="golden", seats=seats, with_legal_moves=True)
    seat = dealt["to_act"][0] if seats else None
    seen: Any = game.view(dealt["state"], seat=seat or 1, with_legal_moves=True)
    numbered = actions(seen["legal_moves"], size_of(id))
    features = np.flatnonzero(Features()(game, seen, seat)).tolist()
    return {
        "rules": dealt["state"]["rules"],
        "size": size_of(id),
        "actions": list(numbered)[:6] + list(numbered)[-2:],
        "features": features[:8],
    }

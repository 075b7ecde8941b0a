"""Trains an agent that plays Trampo-Land, with MaskablePPO of sb3-contrib.

pip install "funhouse-games[gymnasium]" sb3-contrib
python train.py            trains until the mean total is half of that of random play
python train.py --random   only plays at random, which needs no sb3-contrib
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers import TransformObservation

import funhouse.envs  # noqa: F401  registers the environments

Choose = Callable[[Any, Any], int]
"""Chooses an action from an observation and a mask."""


def environment() -> gymnasium.Env[Any, Any]:
    """Returns Trampo-Land. The mask is no part of the observation: MaskablePPO asks for it with `action_masks`.

    An agent can walk to and fro forever, so a game is cut off after 100 moves.
    """
    env = gymnasium.make("funhouse/trampo-land-v0", max_episode_steps=100)
    features: Any = env.observation_space
    return TransformObservation(env, lambda observed: observed["observation"], features["observation"])


def mean_total(choose: Choose, games: int) -> float:
    """Plays games with other seeds than training, and returns the mean of their totals. The lowest total wins."""
    env, totals = environment(), []
    for seed in range(games):
        observation, info = env.reset(seed=10**6 + seed)
        ended = False
        while not ended:
            action = choose(observation, env.get_wrapper_attr("action_masks")())
            observation, _, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        totals.append(info["total"])
    return float(np.mean(totals))


def random_play(games: int) -> float:
    """Returns the mean total of random play."""
    chance = np.random.default_rng(1)
    return mean_total(lambda observation, mask: int(chance.choice(mask.nonzero()[0])), games)


def train(games: int, goal: float) -> None:
    """Trains until the mean total is at most a goal, for at most 200,000 steps."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", environment(), n_steps=1024, batch_size=256, ent_coef=0.01, gamma=1.0, seed=1)
    for steps in range(10_000, 200_001, 10_000):
        model.learn(10_000, reset_num_timesteps=False)
        mean = mean_total(lambda seen, mask: int(model.predict(seen, action_masks=mask, deterministic=True)[0]), games)
        print(f"after {steps} steps: mean total {mean:.1f}", flush=True)
        if mean <= goal:
            model.save("trampo-land")
            return
    raise SystemExit("the goal was not reached")


def main() -> None:
    """Runs the command."""
    arguments = argparse.ArgumentParser(description="Trains an agent that plays Trampo-Land.")
    arguments.add_argument("--random", action="store_true", help="only play at random")
    arguments.add_argument("--games", type=int, default=1000, help="the number of games that are played to measure")
    chosen = arguments.parse_args()
    mean = random_play(chosen.games)
    print(f"random play: mean total {mean:.1f}", flush=True)
    if not chosen.random:
        train(chosen.games, goal=mean / 2)


if __name__ == "__main__":
    main()

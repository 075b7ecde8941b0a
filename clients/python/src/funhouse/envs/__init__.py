"""Environments for agents: `SolitaireEnv` for Gymnasium, and `SeatsEnv` for PettingZoo.

Import each from its module, which needs the extra of that name: `funhouse.envs.solitaire` or `funhouse.envs.seats`.
"""

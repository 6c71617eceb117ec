"""What hypothesis draws at our tables."""

import random
from typing import Any

from hypothesis import strategies as st

from games.engine.tracks import pair_kinds
from tests.engine.tables import AnyRules, states_of

seeds = st.integers(min_value=0, max_value=2**32)

WORDS = ["RB", "R7", "place", "play", "swap"]
KEYS = ["type", "tile", "card", "cells", "cell", "shown"]

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["RB", "R7", "place", "swap"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "tile", "card", "cells", "cell", "shown"]), inner)
    ),
    max_leaves=12,
)

cells = st.lists(st.integers(-8, 8), min_size=2, max_size=2)
near_actions = st.fixed_dictionaries(
    {"type": st.sampled_from(["place", "play", "swap", "pass", "resign"]) | json_values},
    optional={
        "tile": st.sampled_from(pair_kinds(1, 1)) | st.text("RGBOYV", max_size=3) | json_values,
        "card": st.sampled_from(pair_kinds(1, 0)) | st.text("ROYGBVTA234567", max_size=2) | json_values,
        "cells": st.lists(cells, min_size=1, max_size=3) | json_values,
        "cell": cells | json_values,
    },
)
"""Things that look like actions, and things that look like nothing."""


def a_state(rules: AnyRules, mode: str, seats: int, seed: int) -> Any:
    """One state of a random game, chosen by the seed."""
    states = list(states_of(rules, mode, seats, seed))
    return random.Random(seed).choice(states)

"""What simulated games come to: places as the engine gives them, and numbers as the textbook has them."""

from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.game import ranked
from kosci.solve.simulate_summary import estimate_of, places_of, spread_of, taken_places, tied


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=1, max_size=20))
def test_s8_places_are_those_of_the_engine(games: list[tuple[int, ...]]) -> None:
    places = places_of([np.array(seat, np.int32) for seat in zip(*games, strict=True)])
    for game, points in enumerate(games):
        results = ranked(points, [False] * len(points))
        assert [int(seat[game]) for seat in places] == [result.place for result in results]


def test_a_place_is_taken_alone_or_shared() -> None:
    places = places_of([np.array(seat, np.int32) for seat in ([5, 7, 7, 1], [4, 7, 8, 2])])
    first, second = taken_places(places, 0)
    assert (first.place, first.taken.mean, first.shared.mean) == (1, 0.5, 0.25)
    assert (second.place, second.taken.mean, second.shared.mean) == (2, 0.5, 0)
    assert tied(places).mean == 0.25
    assert taken_places(places[:1], 0) == ()


@given(st.lists(st.integers(-50, 1575), min_size=2, max_size=40))
def test_means_and_spreads(numbers: list[int]) -> None:
    found = spread_of(np.array(numbers, np.int32))
    assert found.mean == pytest.approx(mean(numbers))
    assert found.deviation == pytest.approx(stdev(numbers), abs=1e-9)
    assert found.error == pytest.approx(stdev(numbers) / len(numbers) ** 0.5, abs=1e-9)
    assert (found.least, found.most) == (min(numbers), max(numbers))
    for share, number in found.quantiles.items():
        assert number in numbers
        assert sum(other <= number for other in numbers) >= share * len(numbers)
        assert sum(other < number for other in numbers) <= share * len(numbers)


def test_one_game_has_no_error_to_tell() -> None:
    assert estimate_of(np.array([7], np.int32)).error == 0

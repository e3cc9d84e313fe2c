"""Numbers are written as the program writes them."""

import pytest

from lanescope import _units


@pytest.mark.parametrize(
    "ns, text",
    (
        (0, "0 ns"),
        (746, "746 ns"),
        (-999, "\u2212999 ns"),
        (1_000, "1.000 \u00b5s"),
        (9_999.6, "10.00 \u00b5s"),
        (999_960, "1.000 ms"),
        (-11_283_825, "\u221211.28 ms"),
        (150_000_000, "150.0 ms"),
        (119_000_000_000, "119.0 s"),
        (150_000_000_000, "2.500 min"),
        (7_200_000_000_000, "2.000 h"),
    ),
)
def test_durations(ns, text):
    assert _units.duration(ns) == text


@pytest.mark.parametrize(
    "number, text",
    (
        (0, "0 B"),
        (1_023, "1,023 B"),
        (1_024, "1.000 KiB"),
        (-(8 << 20), "\u22128.000 MiB"),
        (2_970_448_384, "2.766 GiB"),
        (1 << 63, "8.000 EiB"),
    ),
)
def test_sizes(number, text):
    assert _units.size(number) == text


def test_changes_have_a_sign():
    assert [_units.signed_duration(ns) for ns in (5, 0, -5)] == ["+5 ns", "\u00b10 ns", "\u22125 ns"]
    assert [_units.signed_size(number) for number in (5, 0, -5)] == ["+5 B", "\u00b10 B", "\u22125 B"]


def test_gains():
    assert _units.gain([0.0, 25.02]) == "up to 25 %"
    assert _units.gain([4.26, 10.69]) == "4.3\u201311 %"
    assert _units.gain([7.0, 7.01]) == "7.0 %"
    assert _units.gain([0.97, None]) == "\u2265 1.0 %"


def test_places():
    places = [_units.ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112, 1_152)]
    assert places == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "1,152nd"]

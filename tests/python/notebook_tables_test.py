"""What notebooks show of tables."""

import subprocess
import sys

import pytest

from conftest import EXAMPLES
from html_page import Page, shown


def test_a_table_shows_its_first_rows_with_units(slow):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    page = shown(slow.kernels)
    assert page.rows[0] == slow.kernels.columns
    first = dict(zip(page.rows[0], page.rows[1]))
    row = slow.report("kernels").kernels.rows[0]
    assert row.name[:15] == first["name"][:15] and "\u2026" in first["name"]
    assert ("title", row.name) in page.attributes
    assert (first["count"], first["total_ns"]) == ("255", "19.57 ms")
    assert (first["shared_memory_bytes"], first["occupancy_pct"]) == ("213.0 KiB", "18.0 %")
    assert len(page.rows) == 11 and "\u2026 18 more rows" in page.text
    assert shown(slow.counters).rows == [slow.counters.columns]


def test_times_of_a_table_can_be_copied_into_a_query(slow):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    idle = slow.idle.to_arrow().to_pylist()[0]
    assert shown(slow.idle).rows[1][:3] == ["0", str(idle["start_ns"]), "6.222 ms"]


WITHOUT = """
import importlib.util, sys
found = importlib.util.find_spec
hidden = sys.argv[2].split(",")
importlib.util.find_spec = lambda name, *rest: None if name in hidden else found(name, *rest)
import lanescope
sys.stdout.buffer.write(lanescope.open(sys.argv[1]).kernels._repr_html_().encode())
"""


def without(*packages):
    """What a table shows where these packages are not installed."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, EXAMPLES / "generated-gpt-slow.json.gz", ",".join(packages)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return Page(done.stdout)


def test_a_table_shows_at_least_its_columns():
    page = without("pyarrow", "polars")
    assert "28 rows" in page.text and "name, count, total_ns" in page.text
    assert "pip install 'lanescope[arrow]'" in page.text


def test_a_table_is_shown_by_polars_too():
    pytest.importorskip("polars", reason="polars is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    assert without("pyarrow").rows == without().rows

"""The examples of the README run as they stand there."""

import re
import shutil

import pytest

from conftest import EXAMPLES, ROOT

README = (ROOT / "app" / "python" / "README.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch, capsys, drawing):
    for package in ("pandas", "polars", "pyarrow", "duckdb"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    for name, example in (("run", "slow"), ("before", "slow"), ("after", "fixed")):
        shutil.copy(EXAMPLES / f"generated-gpt-{example}.json.gz", tmp_path / f"{name}.json.gz")
    monkeypatch.chdir(tmp_path)
    assert len(BLOCKS) == 7
    names = {}
    for block in BLOCKS:
        exec(compile(block, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "cudaLaunchKernel" in printed
    assert "LAUNCHED BY" in printed
    assert names["comparison"].sentence in printed
    assert names["picture"].data == (tmp_path / "longest.png").read_bytes()

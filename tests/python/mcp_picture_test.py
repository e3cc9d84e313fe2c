"""What an assistant is shown of the window."""

import os

import pytest

from assistant import Assistant, Refused
from conftest import EXAMPLES

SLOW = "generated-gpt-slow.json.gz"


@pytest.fixture(scope="module")
def examples(drawing):
    with Assistant(EXAMPLES, LANESCOPE_PROGRAM=os.environ["LANESCOPE_PROGRAM"]) as assistant:
        yield assistant
        assert "Traceback" not in assistant.errors


def test_the_window_is_an_image(examples):
    whole = examples.picture(trace=SLOW)
    assert whole.startswith(b"\x89PNG") and len(whole) < 1 << 20
    assert int.from_bytes(whole[16:20], "big") == 1280


def test_a_step_a_range_and_a_selection_are_other_pictures(examples):
    whole = examples.picture(trace=SLOW)
    step = examples.picture(trace=SLOW, step=12)
    assert len({whole, step, examples.picture(trace=SLOW, range="1ms:9ms")}) == 3
    assert step != examples.picture(trace=SLOW, step=12, select="cat:kernel")
    assert step != examples.picture(trace=SLOW, step=12, tab="Kernels")


def test_what_cannot_be_shown_is_told(examples):
    wrong = {
        "step: give a step or a range, not both": {"step": 12, "range": "1ms:2ms"},
        "step: there is no step 99": {"step": 99},
        "select: no event matches": {"select": "nothing of this name"},
        "tab: ": {"tab": "Nowhere"},
        "range: ": {"range": "here"},
    }
    for message, arguments in wrong.items():
        with pytest.raises(Refused) as refused:
            examples.picture(trace=SLOW, **arguments)
        assert str(refused.value).startswith(message)


def test_without_the_program_there_is_no_such_tool(tmp_path):
    with Assistant(tmp_path, LANESCOPE_PROGRAM="/no/such/program") as assistant:
        assert "picture" not in [tool.name for tool in assistant.tools()]

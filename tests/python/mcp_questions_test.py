"""Questions about the examples, whose causes were put in as assets/examples/README.md tells."""

import pytest

from assistant import Assistant
from conftest import EXAMPLES
from questions import Asking, Questions

SLOW, FIXED = "generated-gpt-slow.json.gz", "generated-gpt-fixed.json.gz"
RANK = "generated-ranks/rank2.json.gz"
question = Questions()


@pytest.fixture(scope="module")
def examples():
    with Assistant(EXAMPLES) as assistant:
        yield assistant


@question("How much of the time is the GPU idle, and why?")
def _(ask):
    summary = ask("report", trace=SLOW)
    assert summary["gpu_time"][0]["idle_ns"] == 42_220_319
    assert next(iter(summary["idle"][0]["classes_ns"])) == "data_loading"


@question("Which line of Python makes the most idle time?")
def _(ask):
    assert ask("report", trace=SLOW)["idle"][0]["by_source"][0]["source"] == "data.py(27): tokenize"


@question("Why is step 12 slow?")
def _(ask):
    summary = ask("report", trace=SLOW, step=12)
    assert (
        summary["step"]["dur_ns"] == 19_320_946 and summary["step"]["place"] == "3 of 5 by duration"
    )
    assert summary["step"]["classes_above_median_ns"]["data_loader"] > 0
    assert next(iter(summary["idle"][0]["classes_ns"])) == "data_loading"


@question("Which step took longest?")
def _(ask):
    assert ask("open", trace=SLOW)["steps"]["longest"] == "ProfilerStep#14"


@question("What should be changed first, where, and what would it gain?")
def _(ask):
    first = ask("findings", trace=SLOW)["findings"][0]
    assert (
        first["id"] == "F04" and "data.py(27)" in first["where"] and "num_workers" in first["fix"]
    )
    assert first["severity_pct"][1] == pytest.approx(25, abs=1)


@question("How can that be verified?")
def _(ask):
    assert "kept in memory" in ask("findings", trace=SLOW, id="F04")["confirm"]


@question("Where does the training loop wait for values of the GPU?")
def _(ask):
    site = ask("report", trace=SLOW, analysis="sync")["sync"]["sites"][0]
    assert site["source"] == "train.py(61): log_norms" and site["call"] == "cudaStreamSynchronize"


@question("Does memory leak, and who allocates it?")
def _(ask):
    device = ask("report", trace=SLOW, analysis="leaks")["leaks"]["devices"][0]
    assert device["grows"] and device["bytes_per_step"] == 8 << 20
    assert device["suspects"][0]["op"] == "aten::native_layer_norm"


@question("What is the longest kernel, who launched it, and from which line?")
def _(ask):
    event = ask("event", trace=SLOW, find="cat:kernel", order="duration")
    assert event["launch"]["name"] == "cudaLaunchKernel" and event["ops"][0]["name"] == "aten::mm"
    assert (event["called_from"]["file"], event["called_from"]["line"]) == ("gpt.py", 88)


@question("Did the second run get faster, and where?")
def _(ask):
    compared = ask("compare", a=SLOW, b=FIXED)
    assert compared["sentence"].startswith("Mean step time fell 59.4 %")
    assert (
        compared["classes"][0]["class"] == "data_loading" and compared["classes"][0]["delta_ns"] < 0
    )


@question("Which kernels are new in the second run?")
def _(ask):
    added = ask("compare", a=SLOW, b=FIXED, contains="added", list="rows")["rows"]
    assert {row["status"] for row in added} == {"added"} and "multi_tensor_apply" in added[0]["key"]


@question("Which rank makes the others wait, for how long, and why?")
def _(ask):
    compared = ask("ranks", folder="generated-ranks")
    first = compared["stragglers"][0]
    assert (first["rank"], first["times_last"], first["class"]) == (2, 4, "data_loading")
    assert first["wait_caused_ns"] == 23_706_901 and first["culprit"].startswith("data.py(63)")
    assert "rank 2 arrived last at 4 of 6" in compared["summary"]
    assert [row["trace"] for row in compared["ranks"]] == [
        f"generated-ranks/rank{rank}.json.gz" for rank in range(4)
    ]


@question("What did that rank do meanwhile?")
def _(ask):
    culprit = ask("ranks", folder="generated-ranks", limit=1)["stragglers"][0]
    event = ask("event", trace=RANK, id=culprit["event_id"])
    assert "decode_on_cpu" in event["name"]


@pytest.mark.parametrize("answers, traces", question)
def test_a_question_is_answered_in_few_calls(examples, answers, traces):
    ask = Asking(examples)
    answers(ask)
    ask.check_cost()

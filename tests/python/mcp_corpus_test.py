"""Questions about real traces, whose answers an independent script has computed."""

import json

import pytest

from assistant import Assistant
from conftest import CORPUS, corpus_traces
from questions import Asking, Questions

if not corpus_traces():
    pytest.skip(f"there are no traces in {CORPUS}", allow_module_level=True)

question = Questions()


@pytest.fixture(scope="module")
def corpus():
    with Assistant(CORPUS) as assistant:
        yield assistant
        assert "Traceback" not in assistant.errors


@question("How much time was the GPU idle?", "kineto2021-resnet50-v100-workers0")
def _(ask, trace):
    device = ask("report", trace=trace["file"], window="whole")["gpu_time"][0]
    expected = trace["gpu_devices"][0]
    assert [device[f"{key}_ns"] for key in ("span", "busy", "idle")] == [
        expected[f"{key}_ns"] for key in ("span", "busy", "idle")
    ]


@question("Which kernels take the most time?", "sam-fast-a100-274k")
def _(ask, trace):
    rows = ask("report", trace=trace["file"], window="whole", analysis="kernels")["kernels"]["rows"]
    expected = trace["top_kernels_by_total"][:8]
    assert [(row["count"], row["total_ns"], row["max_ns"]) for row in rows[:8]] == [
        (row["count"], row["total_ns"], row["max_ns"]) for row in expected
    ]


@question(
    "How long is the longest kernel, and which operator is it of?",
    "kineto2021-resnet50-v100-workers0",
)
def _(ask, trace):
    event = ask("event", trace=trace["file"], find="cat:kernel", order="duration")
    assert event["dur_ns"] == max(row["max_ns"] for row in trace["top_kernels_by_total"])
    assert event["ops"][0]["name"] == "aten::cudnn_convolution_backward_input"


@question("Which operator takes the most self CPU time?", "qwen05b-h100-stacks-memory")
def _(ask, trace):
    ops = ask(
        "report",
        trace=trace["file"],
        window="whole",
        analysis="ops",
        sort="self_cpu_ns",
        contains="cpu_op",
    )
    expected = trace["top_cpu_ops_by_self"][0]
    row = ops["ops"]["rows"][0]
    assert (row["name"], row["count"], row["self_cpu_ns"]) == (
        expected["name"],
        expected["count"],
        expected["self_vs_ops_ns"],
    )


@question("How often is aten::mm called?", "cpu-only-gloo-fwdbwd")
def _(ask, trace):
    expected = next(row for row in trace["top_cpu_ops_by_total"] if row["name"] == "aten::mm")
    found = ask("search", trace=trace["file"], expression="/^aten::mm$/", limit=0)
    assert (
        found.others["count"] == expected["count"]
        and found.others["total_dur_ns"] == expected["total_ns"]
    )


@question("How many kernels have no launch in the trace?", "qwen05b-h100-stacks-memory")
def _(ask, trace):
    kernels = ask("info", trace=trace["file"])["links"]["kernels"]
    expected = trace["links"]["kernels"]
    assert (
        kernels["count"] - kernels["with_launch"]
        == expected["count"] - expected["launch_found_by_correlation"]
        == 436
    )


@question("How much memory was allocated at the peak?", "ddp-memory-v100-rank1of2")
def _(ask, trace):
    devices = ask("info", trace=trace["file"])["memory"]
    expected = trace["memory"]["type 1 id 1"]
    device = next(row for row in devices if row["device_type"] == 1)
    assert device["peak_allocated_bytes"] == expected["peak_total_allocated"]
    assert device["peak_reserved_bytes"] == expected["peak_total_reserved"]


@question("How much communication is there, and how much of it is exposed?", "moe-b200-cuda13-ref")
def _(ask, trace):
    device = ask("report", trace=trace["file"], window="whole")["gpu_time"][0]
    expected = trace["gpu_devices"][0]
    assert device["total_comm_ns"] == expected["comm_busy_ns"]
    hidden = expected["comm_comp_overlap_ns"]
    assert device["exposed_comm_ns"] == pytest.approx(expected["comm_busy_ns"] - hidden, rel=0.01)


@question("How is the work spread over the streams?", "mixedcase-swin-a4000-5streams")
def _(ask, trace):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    rows = ask(
        "sql",
        trace=trace["file"],
        query="select stream, count(*) as kernels, sum(dur_ns)::bigint as total_ns from events "
        "join lanes on lane = lanes.id where cat = 'Kernel' group by all order by all",
    )
    assert [(row["stream"], row["kernels"], row["total_ns"]) for row in rows] == [
        (row["stream"], row["kernels"], row["kernel_time_ns"])
        for row in sorted(trace["gpu_streams"], key=lambda row: row["stream"])
        if row["kernels"]
    ]


@question("How many kernels does the CUDA graph launch?", "sglang-qwen8b-mi300-graph-decode")
def _(ask, trace):
    assert ask("event", trace=trace["file"], find="hipGraphLaunch")["kernel_count"] == 544


@question(
    "Did more DataLoader workers help?",
    "kineto2021-resnet50-v100-workers0",
    "kineto2021-resnet50-v100-workers4",
)
def _(ask, before, after):
    compared = ask("compare", a=before["file"], b=after["file"])
    loading = compared["classes"][0]
    assert (
        loading["class"] == "data_loading" and loading["significant"] and loading["delta_pct"] < -99
    )
    assert compared["sentence"].startswith("Not significant")


@question(
    "Did the version without synchronization get faster?",
    "moe-b200-cuda13-ref",
    "moe-b200-cuda13-syncless",
)
def _(ask, before, after):
    compared = ask("compare", a=before["file"], b=after["file"])
    assert "fell" in compared["sentence"]
    idle = next(row for row in compared["metrics"] if row["metric"] == "idle")
    assert idle["delta_ns"] < 0


@question("Which rank communicates least?", *(f"torchrec-v100-4rank/rank{n}" for n in range(4)))
def _(ask, *traces):
    traces = {trace["file"]: trace["gpu_devices"][0] for trace in traces}
    names = [f"torchrec-v100-4rank/{file}" for file in traces]
    ranks = ask("ranks", traces=names, window="whole")["ranks"]
    for rank, (file, device) in zip(ranks, traces.items()):
        assert rank["trace"].endswith(file) and rank["busy_ns"] == device["busy_ns"]
    assert min(ranks, key=lambda row: row["total_comm_ns"])["rank"] == 2


@question("How many steps were recorded, and which?", "ns-nccl-v100")
def _(ask, trace):
    steps = ask("open", trace=trace["file"])["steps"]
    expected = [row["name"] for row in trace["profiler_steps"] if row["cat"] == "user_annotation"]
    assert (steps["count"], steps["first"], steps["last"]) == (5, expected[0], expected[-1])
    assert steps["timed_on"] == "gpu"  # the host runs far ahead


@question("Why do kernels begin before they are launched?", "clockskew-gtx1650-stacks-memory")
def _(ask, trace):
    launches = ask("report", trace=trace["file"], analysis="launches", window="whole")["launches"]
    assert launches["before_launch"] == 95 and launches["skew_ns"] > 0


@question("Why is there no GPU in the trace?", "cpu-only-gloo-fwdbwd")
def _(ask, trace):
    opened = ask("open", trace=trace["file"])
    assert opened["no_gpu_time"] == "the trace has no GPU events"
    assert opened["findings"][0]["where"] == "gloo:all_reduce"


@pytest.mark.parametrize("answers, traces", question)
def test_a_question_is_answered_in_few_calls(corpus, answers, traces):
    ask = Asking(corpus)
    answers(ask, *(json.loads((CORPUS / f"{name}.expected.json").read_text()) for name in traces))
    ask.check_cost()


@pytest.mark.parametrize("truth", corpus_traces(), ids=lambda path: path.name.split(".")[0])
def test_everything_is_answered_in_few_bytes(corpus, truth):
    trace = json.loads(truth.read_text())["file"]
    report = next(tool for tool in corpus.tools() if tool.name == "report").input_schema
    calls = [
        ("open", {}),
        ("info", {}),
        ("findings", {}),
        ("event", {"find": "dur>0", "order": "duration"}),
    ]
    calls += [("report", {"analysis": name}) for name in report["properties"]["analysis"]["enum"]]
    for tool, arguments in calls:  # the assistant checks the number of bytes
        assert "not_shown" not in corpus.ask(tool, trace=trace, **arguments), (tool, arguments)

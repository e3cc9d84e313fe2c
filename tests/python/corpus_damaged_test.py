"""Damaged, hostile and odd files: what the command line says of each is what Python says."""

import pytest

import lanescope
from conftest import ALL, CORPUS, undescribed

FOLDERS = ("malformed", "hostile", "other-formats", "formats")
# Texts beside the traces, and what is loaded by name only.
NO_TRACES = (".md", ".txt", ".py", ".expected.json")
FILES = [
    path
    for folder in FOLDERS
    for path in sorted((CORPUS / folder).glob("*"))
    if not path.name.endswith(NO_TRACES)
]
if not FILES:
    pytest.skip(f"there are no traces in {CORPUS}", allow_module_level=True)


@pytest.fixture(params=FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def path(request):
    return request.param


def opened(path):
    """The trace, or the error."""
    try:
        return lanescope.open(path)
    except lanescope.Error as error:
        return error


def test_what_cannot_be_opened_is_the_line_of_the_command_line(path, command):
    trace = opened(path)
    if isinstance(trace, lanescope.Error):
        assert command("info", path) == ("", f"lanescope: {trace}\n")
        assert "\n" not in str(trace) and str(trace).startswith(f"{path}: ")
        return
    printed = command("info", path, "--json")
    assert undescribed("info", printed) == []
    assert trace.load_report == printed["report"]
    assert trace.load_report.kept + trace.load_report.listed == trace.info.events.total
    assert trace.info.complete == printed["complete"]
    for issue in trace.load_report.issues:
        assert issue.what in repr(trace.load_report)


def test_what_opens_can_be_asked(path, arrow):
    trace = opened(path)
    if isinstance(trace, lanescope.Error):
        pytest.skip("cannot be opened")
    assert undescribed("report", trace.report()) == []
    found = trace.search("", limit=3)
    assert len(trace.events) == found.count
    for event in found.events:
        assert undescribed("event", trace.event(event.id)) == []
    for name in ALL:
        table = trace.table(name).to_arrow()
        table.validate(full=True)  # its texts are UTF-8, and what refers to a row has one
        assert len(table) == len(trace.table(name))


@pytest.mark.parametrize("verb, arguments, ask", (
    ("event", ("--id", "4000000000"), lambda trace: trace.event(4_000_000_000)),
    ("search", ("/(/",), lambda trace: trace.search("/(/")),
    ("report", ("--device", "7"), lambda trace: trace.report(device=7)),
))  # fmt: skip
def test_what_cannot_be_answered_is_said_in_the_same_words(verb, arguments, ask, command):
    path = FILES[0]
    with pytest.raises(lanescope.Error) as error:
        ask(lanescope.open(path))
    printed = command(verb, path, *arguments)[1]
    # But for what to do about it, which names verbs there and methods here.
    what = str(error.value).partition(": ")[2].partition(";")[0]
    assert what in printed and printed.count("\n") == 1

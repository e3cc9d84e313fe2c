"""Pictures and the window: by the program, which is found or said to be missing."""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import lanescope
from conftest import EXAMPLES

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """A program that does what the test says: its name, in a folder of its own."""
    if os.name != "posix":
        pytest.skip("the program is a script here")

    def make(lines, name="lanescope", interpreter="/bin/sh"):
        folder = tmp_path / f"bin-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        path = folder / name
        path.write_text(f"#!{interpreter}\n{lines}\n")
        path.chmod(0o755)
        return path

    monkeypatch.delenv("LANESCOPE_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", os.fspath(tmp_path / "nothing"))
    # As if the package were without the program that a wheel has.
    monkeypatch.setattr(lanescope._program, "__file__", os.fspath(tmp_path / "nothing" / "_program.py"))
    return make


@pytest.fixture
def display(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":none")


def test_a_picture_is_the_screenshot_of_the_program(slow, drawing, tmp_path):
    drawing("screenshot", SLOW, "-o", tmp_path / "program.png", "--size", "800x500", "--tab", "Kernels")
    picture = slow.picture(tmp_path / "python.png", size=(800, 500), tab="Kernels")
    assert picture.data == (tmp_path / "program.png").read_bytes()
    assert picture.data == (tmp_path / "python.png").read_bytes()
    picture.save(tmp_path / "saved.png")
    assert picture.data == (tmp_path / "saved.png").read_bytes()


def test_a_picture_of_high_resolution_is_as_wide_on_the_page(slow, drawing):
    picture = slow.picture(size=(1000, 600), scale=2.0, theme="light")
    data, about = picture._repr_png_()
    assert png_size(data) == (1000, 600)
    assert about == {"width": 500}
    assert picture._repr_svg_() is None


def test_ranges_are_times_events_or_texts(slow, drawing):
    step = slow.info.steps[1]
    begin_ns, end_ns = step.start_ns, step.start_ns + step.dur_ns
    offset_ns = begin_ns - slow.info.time.start_ns
    size = {"size": (500, 400)}
    expected = slow.picture(range=f"{offset_ns}ns:{offset_ns + step.dur_ns}ns", **size).data
    assert slow.picture(range=(begin_ns, end_ns), **size).data == expected
    assert slow.picture(range=step, **size).data == expected
    assert slow.picture(**size).data != expected


def test_the_selected_event_is_the_one_that_is_given(slow, drawing):
    kernel = slow.search("cat:kernel").events[7]
    expression = f"ts>={kernel.start_ns} ts<={kernel.start_ns} cat:kernel"
    assert slow.search(expression).count == 1
    picture = slow.picture(select=slow.event(kernel.id))
    assert picture.data == slow.picture(select=expression).data
    assert picture.data != slow.picture().data


def test_an_event_that_cannot_be_told_apart_is_not_selected(tmp_path, drawing):
    path = tmp_path / "same.json"
    event = '{"ph": "X", "name": "same", "pid": 1, "tid": %d, "ts": 1, "dur": 2}'
    path.write_text(f'{{"traceEvents": [{event % 1}, {event % 2}]}}')
    trace = lanescope.open(path)
    first, second = trace.search("same").events
    assert trace.picture(select=first)
    with pytest.raises(lanescope.Error, match="^select: other events start and end with this one"):
        trace.picture(select=second)


def test_lanes_are_drawn_as_svg(slow, drawing, tmp_path):
    picture = slow.svg(tmp_path / "lanes.svg", range="10ms:30ms")
    assert ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg")
    assert "ProfilerStep#11" in picture._repr_svg_()
    assert picture.data == (tmp_path / "lanes.svg").read_bytes()
    assert picture._repr_png_() is None
    assert slow.picture(tmp_path / "too.svg").format == "svg"


def test_what_cannot_be_drawn_is_said_about_the_parameter(slow, drawing, tmp_path):
    wrong = {
        "range: 5 cannot be used; use two times in ns": {"range": 5},
        "range: '5:' is not a range; use A:B": {"range": "5:"},
        "the range is outside the trace": {"range": (1, 2)},
        "select: use an event, or an expression": {"select": 7},
        "no event matches 'nothing_like_it'": {"select": "nothing_like_it"},
        "size: 5 is not a size; use (width, height)": {"size": 5},
        "size: '10x10' is not a size": {"size": (10, 10)},
        "theme: 'blue' is not a theme; use dark or light": {"theme": "blue"},
        "tab: there is no tab named 'Flaws'": {"tab": "Flaws"},
        "scale: '9' is not a number from 0.5 to 4": {"scale": 9},
        "path: ": {"path": tmp_path / "picture.jpg"},
        "there is no folder": {"path": tmp_path / "missing" / "picture.png"},
    }
    for message, arguments in wrong.items():
        with pytest.raises(lanescope.Error) as error:
            slow.picture(**arguments)
        assert message in str(error.value), error.value
        assert "\n" not in str(error.value) and "--" not in str(error.value)


def test_a_trace_is_found_from_another_folder(drawing, tmp_path, monkeypatch):
    shutil.copy(SLOW, tmp_path / "run.json.gz")
    monkeypatch.chdir(tmp_path)
    trace = lanescope.open("run.json.gz")
    monkeypatch.chdir("/")
    assert trace.picture(size=(300, 200)).data


def test_another_file_of_that_name_is_not_drawn(fake, display, tmp_path, monkeypatch):
    monkeypatch.setenv("LANESCOPE_PROGRAM", os.fspath(fake("exit 0")))
    path = tmp_path / "run.json.gz"
    shutil.copy(SLOW, path)
    trace = lanescope.open(path)
    path.write_text("{}")
    for draw in (trace.picture, trace.svg, trace.show):
        with pytest.raises(lanescope.Error, match="the file has changed since it was loaded"):
            draw()
    path.unlink()
    with pytest.raises(
        lanescope.Error, match=r"no such file; picture\(\), svg\(\), page\(\) and show\(\) read it again"
    ):
        trace.picture()


def test_a_missing_program_is_said_with_where_to_put_it(slow, fake, monkeypatch):
    with pytest.raises(lanescope.Error, match="^program: 'lanescope' was not found.*LANESCOPE_PROGRAM"):
        slow.picture()
    monkeypatch.setenv("LANESCOPE_PROGRAM", "/nowhere/lanescope")
    with pytest.raises(
        lanescope.Error, match="^LANESCOPE_PROGRAM: '/nowhere/lanescope' is not a program"
    ):
        slow.picture()


def test_the_program_on_path_is_never_a_script_of_python(slow, fake, monkeypatch):
    script = fake("raise SystemExit('called itself')", interpreter=sys.executable)
    program = fake("echo 'lanescope: here I am' >&2; exit 3")
    monkeypatch.setenv("PATH", os.pathsep.join(map(os.fspath, ("", script.parent, program.parent))))
    with pytest.raises(lanescope.Error, match="^here I am$"):
        slow.picture()


def test_a_program_in_the_folder_of_the_package_comes_before_path(slow, fake, monkeypatch):
    beside, on_path = fake("echo beside >&2; exit 3"), fake("echo on PATH >&2; exit 3")
    monkeypatch.setenv("PATH", os.fspath(on_path.parent))
    with pytest.raises(lanescope.Error, match="^on PATH$"):
        slow.picture()
    monkeypatch.setattr(lanescope._program, "__file__", os.fspath(beside.parent / "_program.py"))
    with pytest.raises(lanescope.Error, match="^beside$"):
        slow.picture()


def test_a_program_that_fails_is_told(slow, fake, monkeypatch):
    for lines, message in (
        ("exit 9", "ended with exit code 9"),
        ("kill -KILL $$", "ended with signal 9"),
    ):
        monkeypatch.setenv("LANESCOPE_PROGRAM", os.fspath(fake(lines)))
        with pytest.raises(lanescope.Error, match=message):
            slow.picture()


def test_the_window_is_opened_and_outlives_python(fake, tmp_path):
    program = fake(f'echo $$ "$@" > {tmp_path}/said; exec /bin/sleep 60')
    script = f"import lanescope; lanescope.open({os.fspath(SLOW)!r}).show()"
    here = {
        "PYTHONPATH": os.pathsep.join(sys.path),
        "DISPLAY": ":0",
        "LANESCOPE_PROGRAM": os.fspath(program),
    }
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", script]
    done = subprocess.run(command, env={**os.environ, **here}, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    process, *arguments = (tmp_path / "said").read_text().split()
    try:
        assert arguments == [os.fspath(SLOW)]
        assert os.getsid(int(process)) == int(process)
    finally:
        os.kill(int(process), 15)


def test_no_display_is_said_in_one_line(slow, fake, monkeypatch):
    summary = "echo 'lanescope: window: there is no display, so this is the summary' >&2"
    monkeypatch.setenv("LANESCOPE_PROGRAM", os.fspath(fake(summary)))
    message = "^show: there is no display; picture\\(\\) draws the window without one$"
    monkeypatch.setenv("DISPLAY", ":none")  # which does not answer
    with pytest.raises(lanescope.Error, match=message):
        slow.show()
    if sys.platform.startswith("linux"):
        monkeypatch.delenv("DISPLAY")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        with pytest.raises(lanescope.Error, match=message):
            slow.show()


def test_files_beside_the_trace_are_passed_on(fake, display, tmp_path, monkeypatch):
    monkeypatch.setenv("LANESCOPE_PROGRAM", os.fspath(fake(f'echo "$@" > {tmp_path}/said; exit 0')))
    trace = lanescope.open(SLOW)
    trace._beside = {"--execution-trace": "shapes.json", "--capture-trace": "capture.json"}
    trace.show()
    said = (tmp_path / "said").read_text()
    assert f"--capture-trace={pathlib.Path.cwd() / 'capture.json'}" in said
    assert f"--execution-trace={pathlib.Path.cwd() / 'shapes.json'}" in said


def test_the_window_is_opened_at_a_view(slow, fake, display, tmp_path, monkeypatch):
    monkeypatch.setenv("LANESCOPE_PROGRAM", os.fspath(fake(f'echo "$@" > {tmp_path}/said; exit 0')))
    slow.show(range="10ms:20ms", select="gemm", tab="Kernels")
    said = (tmp_path / "said").read_text().split()
    assert {"--range=10ms:20ms", "--select=gemm", "--tab=Kernels"} < set(said)

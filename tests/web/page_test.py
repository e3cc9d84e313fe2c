#!/usr/bin/env python3
"""Opens traces in the page as a user does, by choosing and by dropping files. The report of each that
is named, or of the example, is the native program's, byte for byte. Exports are downloaded, settings
are kept, what is missing is said, and nothing is fetched but the page's own files.

Pictures of what was seen are kept in --pictures FOLDER.
"""
import argparse
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.dont_write_bytecode = True  # nothing is left in the tree
import browser as browsers

SKIPPED = 77
ALT, CTRL, SHIFT = 1, 2, 8  # as the protocol has them
SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Server:
    """Of the page's folder. `isolated`: with the headers that threads need, as serve.py sends them."""

    def __init__(self, folder, isolated=True):
        folder = folder.resolve()
        command = [folder / "serve.py", "0"] if isolated else [
            "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]
        self._process = subprocess.Popen([sys.executable, *command], cwd=folder, text=True,
                                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.origin = re.search(r"http://[^/]*/", self._process.stdout.readline()).group()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()


class Page:
    def __init__(self, browser, address, pictures):
        self.browser, self.address, self.pictures = browser, address, pictures

    def start(self, fragment=""):
        self.browser.open("about:blank")
        self.browser.open(self.address + fragment)
        _, seconds = self.browser.wait_for(
            "performance.getEntriesByName('lanescope_ready').length > 0", 120)
        return seconds

    def state(self):
        """Path and words about the load; an empty list: nothing is open."""
        return self.browser.evaluate("ask('state')").split("\n")

    def wait_loaded(self, name, timeout_s=120):
        begin = time.monotonic()
        while time.monotonic() - begin < timeout_s:
            state = self.state()
            if state[0].endswith(name) and "busy" not in state and "loaded" in state[1]:
                return state
            time.sleep(0.02)
        raise TimeoutError(f"{name}: {state}; {self.browser.console[-10:]}")

    def choose(self, file, timeout_s=120):
        self.browser.choose_files("#files", [file])
        return self.wait_loaded(pathlib.Path(file).name, timeout_s)

    def drop(self, files):
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.call("Input.dispatchDragEvent", type=kind, x=600, y=400, data=data)

    def report(self, path):
        """What the program prints, and the path in it as `lanescope report` has it."""
        self.browser.evaluate(
            "globalThis.report = []; globalThis.lanescope_print = (line) => report.push(line);"
            f"send({{do: 'report', path: {path!r}}})")
        self.browser.wait_for("report.length > 0 && report[report.length - 1].startsWith('end ')", 120)
        *lines, end = self.browser.evaluate("report")
        assert end == "end 0", end
        return "\n".join(lines) + "\n"

    def draw(self):
        """Until a few frames have shown what was done last."""
        self.browser.evaluate("ask('frames')")
        drawn = 0
        while drawn < 6:
            drawn += len(self.browser.evaluate("ask('frames')"))
            time.sleep(0.02)

    def command(self, name):
        """By the palette."""
        self.browser.press("P", "KeyP", 80, modifiers=CTRL | SHIFT)
        self.draw()
        for letter in name:
            self.browser.press(letter, "", 0, text=letter)
        self.draw()
        self.browser.press("Enter", "Enter", 13)

    def share(self):
        """As one HTML file, with all names: what the dialog offers first."""
        self.command("share as one")
        self.draw()
        self.browser.press("Enter", "Enter", 13)

    def brightness(self):
        """Of the lower left corner, from 0 to 1."""
        return self.browser.evaluate("ask('pixel')")

    def picture(self, name):
        self.browser.screenshot(self.pictures / name)


def trace_text(name, rank=0):
    """A small trace of one rank of two, with a step and a kernel."""
    at = {"pid": 1, "tid": 1, "ph": "X"}
    events = [{"name": "ProfilerStep#1", "cat": "user_annotation", "ts": 0, "dur": 900, **at},
              {"name": f"op_of_{name}", "cat": "cpu_op", "ts": 10, "dur": 100, **at},
              {"name": f"kernel_of_{name}", "cat": "kernel", "ts": 200, "dur": 300, "ph": "X",
               "pid": 0, "tid": 7, "args": {"device": 0, "stream": 7, "correlation": 1}}]
    return json.dumps({"schemaVersion": 1, "traceEvents": events, "distributedInfo": {
        "backend": "nccl", "rank": rank, "world_size": 2}}).encode()


def wait_until(done, what, timeout_s=30):
    begin = time.monotonic()
    while not done():
        if time.monotonic() - begin > timeout_s:
            raise TimeoutError(what)
        time.sleep(0.05)


def native_report(program, trace):
    run = subprocess.run([program, "report", "--json", trace], check=True, capture_output=True,
                         text=True, env={"LANESCOPE_THREADS": "1"})
    return run.stdout


def check_report(page, program, trace):
    path = page.choose(trace)[0]
    ours = page.report(path).replace(path, str(trace))
    assert ours == native_report(program, trace), f"the page reports something else of {trace}"


def native_json(program, *words):
    return json.loads(subprocess.run([program, *words, "--json"], check=True, capture_output=True).stdout)


def check_click(page, program, trace, picture):
    """A hand that clicks at the longest kernel selects it, and its details are shown."""
    kernels = native_json(program, "search", trace, "cat:kernel")["events"]
    if not kernels:
        return
    kernel = max(kernels, key=lambda event: event["dur_ns"])
    base = native_json(program, "info", trace)["time"]["start_ns"]
    begin, end = (kernel["start_ns"] - base - kernel["dur_ns"],
                  kernel["start_ns"] - base + 2 * kernel["dur_ns"])
    page.start(f"#file={trace.name}&range={max(begin, 0)}:{end}")
    page.choose(trace)
    page.draw()

    def selected():
        found = re.search("&select=([^&]*)", page.browser.evaluate("ask('link')"))
        return urllib.parse.unquote(found.group(1)) if found else None

    for y in range(150, 860, 12):
        page.browser.click(640, y)
        page.draw()
        if selected() is None:
            continue
        event = native_json(program, "event", trace, "--find", selected())
        if event["id"] == kernel["id"]:
            page.picture(picture)
            return
    raise AssertionError(f"no click at {kernel['name']} selects it")


def check_drops(page, folder):
    """Two files are compared, a folder is the ranks of a run."""
    two = [folder / "a.json", folder / "b.json"]
    for file in two:
        file.write_bytes(trace_text(file.stem))
    page.drop(two)
    page.browser.wait_for("document.title.includes('a.json and b.json')")
    ranks = folder / "ranks"
    ranks.mkdir()
    for rank in range(2):
        (ranks / f"rank{rank}.json").write_bytes(trace_text(f"rank{rank}", rank))
    page.drop([ranks])
    page.browser.wait_for("document.title.startsWith('rank0.json and rank1.json')")  # no common clock


def check_comparison(page, two):
    """Real ones, dropped together."""
    page.start()
    page.drop(two)
    names = [trace.name.split(".")[0] for trace in two]
    page.browser.wait_for("document.title.includes(' and ')", 120)
    assert all(name in page.browser.evaluate("document.title") for name in names)
    page.wait_loaded(two[0].name)
    time.sleep(3)  # until what the panes show is computed
    page.draw()


def check_export(page, folder):
    """Ctrl+Shift+S hands the trace to the browser's downloads, and a command a page with it."""
    file = folder / "small.json"
    file.write_bytes(trace_text("small"))
    page.choose(file)
    page.browser.save_downloads(folder)
    page.browser.press("S", "KeyS", 83, modifiers=CTRL | SHIFT)
    saved = folder / "small.json.gz"
    wait_until(lambda: saved.exists() and saved.stat().st_size > 0, "a download")
    assert b"small" in gzip.decompress(saved.read_bytes())
    page.share()
    shared = folder / "small.html"
    wait_until(lambda: shared.exists() and shared.stat().st_size > 0, "a shared page")
    assert b'id="lanescope-trace-a" data-name="small.json.gz"' in shared.read_bytes()


def check_settings(page):
    """What was changed is there when the page is opened again."""
    browser = page.browser
    is_kept = "Object.values(localStorage).join().includes('\"light\"')"
    for _ in range(4):  # a busy machine may lose a key
        page.command("light theme")
        time.sleep(5)
        if browser.evaluate(is_kept):
            break
    browser.wait_for(is_kept, 20)
    page.start()
    time.sleep(0.5)
    assert page.brightness() > 0.8, "the page has forgotten the light theme"


def check_complaints(page):
    """A browser that lacks something is told so in a sentence."""
    browser = page.browser
    script = "OffscreenCanvas.prototype.getContext = () => null"
    number = browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
    browser.open(page.address)
    browser.wait_for("document.getElementById('message')?.textContent.includes('WebGL 2')")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=number)


def range_of(page):
    return [int(ns) for ns in re.search("&range=(-?[0-9]+):([0-9]+)", page.browser.evaluate("ask('link')")).groups()]


def check_touch(page):
    """Two fingers that come apart zoom in; one that taps selects."""
    def touch(kind, *places):
        page.browser.call("Input.dispatchTouchEvent", type=kind,
                          touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)])
        time.sleep(0.05)
    begin, end = range_of(page)
    touch("touchStart", (600, 400))
    touch("touchStart", (600, 400), (700, 400))
    for apart in range(100, 420, 40):
        touch("touchMove", (650 - apart / 2, 400), (650 + apart / 2, 400))
    touch("touchEnd")
    wait_until(lambda: range_of(page) != [begin, end], "a zoom")
    time.sleep(1)
    now_begin, now_end = range_of(page)
    assert 2 < (end - begin) / (now_end - now_begin) < 8, (begin, end, now_begin, now_end)


def check_density(page):
    """On a screen of twice the density the canvas has twice the pixels."""
    call = page.browser.call
    screen = {"width": 1600, "height": 900, "mobile": False}
    call("Emulation.setDeviceMetricsOverride", deviceScaleFactor=2, **screen)
    wait_until(lambda: page.browser.evaluate("ask('size')") == [3200, 1800], "a finer canvas")
    time.sleep(0.5)
    page.picture("fine.png")
    call("Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, **screen)
    wait_until(lambda: page.browser.evaluate("ask('size')") == [1600, 900], "the usual canvas")


def check_typing(page):
    """What an input method composes arrives in the search field."""
    browser = page.browser
    browser.press("F", "KeyF", 70, modifiers=CTRL)
    browser.press("Control", "ControlLeft", 17)  # which lets it go
    page.draw()
    browser.call("Input.imeSetComposition", text="ka", selectionStart=2, selectionEnd=2)
    browser.call("Input.insertText", text="\u79d1\u5b66")
    time.sleep(0.5)
    page.picture("typed.png")
    wait_until(lambda: any("more-scripts" in url for url in browser.requests), "a font for it")
    browser.press("Escape", "Escape", 27)


def check_link(page, trace):
    """A link opens the trace at its view, once the file is there."""
    page.start("#file=" + trace.name + "&range=1000000:3000000&tab=Kernels")
    page.choose(trace)
    # Ranges end at whole pixels.
    wait_until(lambda: re.search("&range=1000000:300000[01]&tab=Kernels$",
                                 page.browser.evaluate("ask('link')")), "the view of the link")
    page.picture("link.png")


def check_comparison_link(page, folder):
    """A link that was copied from a comparison asks for both files, and opens them as the same one."""
    first, second = [folder / "before.json", folder / "after.json"]
    for file in (first, second):
        file.write_bytes(trace_text(file.stem))
    page.start()
    page.drop([first, second])
    page.browser.wait_for("document.title.includes('before.json and after.json')")
    page.wait_loaded(first.name)
    link = page.browser.evaluate("ask('link')")
    assert "file=before.json&compare=after.json&" in link and link.endswith("&tab=Compare"), link
    link = link.replace("&tab=Compare", "&tab=Kernels")  # which a comparison does not open with
    page.start("#" + link)
    page.browser.choose_files("#files", [second])
    page.wait_loaded(second.name)
    page.draw()
    page.picture("missing.png")
    page.browser.choose_files("#files", [first])
    page.browser.wait_for("document.title.includes('before.json and after.json')")
    wait_until(lambda: page.browser.evaluate("ask('link')") == link, "the comparison of the link")
    page.picture("linked-comparison.png")


def check_kept_keys(page, trace):
    """A trace is closed by a key that browsers do not keep."""
    page.choose(trace)
    page.draw()
    page.browser.press("w", "KeyW", 87, modifiers=ALT)
    page.browser.wait_for("document.title === 'Lanescope'", 10)


def check_stop(page):
    """A computation without an end can be stopped, and the page begins anew."""
    page.browser.evaluate("send({do: 'hang'})")
    page.browser.wait_for("!document.getElementById('stop').hidden", 10)
    page.picture("stop.png")
    page.browser.evaluate("document.getElementById('stop').click()")
    page.browser.wait_for("begun && document.getElementById('message').hidden", 30)


def check_crash(page, trace):
    """After a crash the page says so, and opens the file again on request."""
    page.start()
    page.choose(trace)
    page.browser.evaluate("send({do: 'crash'})")
    page.browser.wait_for("!document.getElementById('again').hidden", 10)
    page.picture("crash.png")
    page.browser.evaluate("document.getElementById('again').click()")
    page.browser.wait_for("begun", 30)
    page.wait_loaded(trace.name)


def check_shared(browser, options, trace, folder):
    """What `lanescope share` has written opens from the disk, at its view, and can be shared again."""
    file = folder / "shared.html"
    subprocess.run([options.program, "share", trace, "--range", "1ms:3ms", "--tab", "Kernels",
                    "--output", file], check=True, stdout=subprocess.DEVNULL,
                   env={"LANESCOPE_SHARE_PAGE": str(options.page / "share.html")})
    page = Page(browser, file.as_uri(), options.pictures)
    before = len(browser.requests)
    print(f"the shared page of {file.stat().st_size / 1e6:.1f} MB draws after {page.start():.2f} s")
    page.wait_loaded(trace.name)
    wait_until(lambda: "tab=Kernels" in browser.evaluate("ask('link')"), "the view of the page")
    page.picture("shared.png")
    browser.save_downloads(folder)
    page.share()
    again = folder / (trace.name.split(".")[0] + ".html")
    wait_until(lambda: again.exists() and again.stat().st_size > 0, "a page shared from a shared page")
    page.address = again.as_uri()
    page.start()
    page.wait_loaded(trace.name)
    foreign = [url for url in browser.requests[before:]
               if not url.startswith((folder.as_uri(), "blob:", "data:", "about:"))]
    assert not foreign, foreign


def check_frame(browser, folder, pictures):
    """In a frame, as in the cell of a notebook: the page around it keeps its wheel and its keys until
    somebody clicks into the frame, and gets them back."""
    document = (folder / "shared.html").read_text().replace("&", "&amp;").replace('"', "&quot;")
    around = folder / "around.html"
    around.write_text(
        f'<input id="field" autofocus><iframe id="frame" srcdoc="{document}" '
        'sandbox="allow-scripts" style="display:block;width:800px;height:400px"></iframe>'
        '<div style="height:4000px"></div>')
    browser.console.clear()
    page = Page(browser, around.as_uri(), pictures)
    browser.open(page.address)
    time.sleep(5)
    page.picture("frame.png")

    def state(act):
        browser.evaluate("scrollTo(0, 0)")
        act()
        browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=300, y=300, deltaX=0, deltaY=100)
        time.sleep(0.5)
        return browser.evaluate("[document.activeElement.id, scrollY > 0]")
    assert state(lambda: None) == ["field", True]
    assert state(lambda: browser.click(300, 300)) == ["frame", False]
    assert state(lambda: browser.click(60, 15)) == ["field", True]
    assert not browser.console, browser.console


def check_silence(browser, *origins):
    own = tuple(prefix + origin for origin in origins for prefix in ("", "blob:"))
    foreign = [url for url in browser.requests if not url.startswith((*own, "about:", "data:"))]
    assert not foreign, foreign
    print(f"{len(browser.requests)} requests, none to elsewhere")


def check_page(browser, options, traces, origin, prefix):
    page = Page(browser, origin, options.pictures)
    print(f"{prefix}: the page draws after {page.start():.2f} s")
    time.sleep(0.5)
    page.picture(f"{prefix}-start.png")
    for trace in traces:
        check_report(page, options.program, trace)
        page.picture(prefix + "-" + re.sub(r"\.json.*", ".png", trace.name))
        print(f"{prefix}: {trace.name}: {page.state()[1]}; the report is the native one")
        check_click(page, options.program, trace, f"{prefix}-click-{trace.name.split('.')[0]}.png")
    if len(traces) > 1:
        check_comparison(page, traces[:2])
        page.picture(f"{prefix}-compared.png")
    with tempfile.TemporaryDirectory() as folder:
        check_drops(page, pathlib.Path(folder))
        page.picture(f"{prefix}-ranks.png")
        check_export(page, pathlib.Path(folder))
        check_settings(page)
    with tempfile.TemporaryDirectory() as folder:
        check_comparison_link(page, pathlib.Path(folder))
    check_kept_keys(page, traces[0])
    check_link(page, traces[0])
    check_touch(page)
    check_density(page)
    check_typing(page)
    check_stop(page)
    check_crash(page, traces[0])
    return page


def check_server(options):
    """Wrong words and a port in use are told in a line."""
    def told(*words):
        run = subprocess.run([sys.executable, options.page / "serve.py", *words], text=True,
                             capture_output=True, timeout=20)
        return run.returncode, run.stdout, run.stderr
    code, text, _ = told("--help")
    assert code == 0 and "--port" in text, text
    code, _, text = told("eighty")
    assert code == 2 and "invalid port number" in text and "Traceback" not in text, text
    with Server(options.page) as server:
        port = server.origin.rstrip("/").rsplit(":", 1)[1]
        code, _, text = told("--port", port)
        assert code == 1 and text.count("\n") == 1 and f"port {port} is in use" in text, text


def run(chromium, options, traces):
    check_server(options)
    for prefix, isolated in (("threads", True), ("alone", False)):
        with browsers.Browser(chromium) as browser, Server(options.page, isolated) as server:
            page = check_page(browser, options, traces, server.origin, prefix)
            if isolated:
                check_complaints(page)
            check_silence(browser, server.origin)
    with browsers.Browser(chromium) as browser, tempfile.TemporaryDirectory() as folder:
        check_shared(browser, options, traces[0], pathlib.Path(folder))
        check_frame(browser, pathlib.Path(folder), options.pictures)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("traces", type=pathlib.Path, nargs="*")
    options = parser.parse_args()
    chromium = browsers.find_chromium()
    if chromium is None or not (options.page / "lanescope.wasm.gz").exists():
        print("[skipped]   1: there is no Chromium, or no page in build/web")
        return SKIPPED
    traces = options.traces or [SOURCE / "assets/examples/transformer-cpu.json.gz"]
    with tempfile.TemporaryDirectory() as folder:
        if options.pictures is None:
            options.pictures = pathlib.Path(folder)
        options.pictures.mkdir(parents=True, exist_ok=True)
        run(chromium, options, traces)
    return 0


if __name__ == "__main__":
    sys.exit(main())

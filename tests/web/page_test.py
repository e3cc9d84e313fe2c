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

sys.dont_write_bytecode = True  # nothing is left in the tree
import browser as browsers

SKIPPED = 77
CTRL, SHIFT = 2, 8  # as the protocol has them
SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Page:
    def __init__(self, browser, folder, pictures):
        self.browser, self.folder, self.pictures = browser, folder, pictures
        self._server = subprocess.Popen([sys.executable, folder / "serve.py", "0"],
                                        stdout=subprocess.PIPE, text=True)
        self.origin = self._server.stdout.readline().strip()

    def close(self):
        self._server.kill()
        self._server.wait()

    def start(self):
        self.browser.open(self.origin)
        _, seconds = self.browser.wait_for(
            "performance.getEntriesByName('lanescope_ready').length > 0", 120)
        return seconds

    def state(self):
        """Path and words about the load; an empty list: nothing is open."""
        return self.browser.evaluate("Module.ccall('lanescope_state', 'string', [], [])").split("\n")

    def wait_loaded(self, name, timeout_s=120):
        begin = time.monotonic()
        while time.monotonic() - begin < timeout_s:
            state = self.state()
            if state[0].endswith(name) and "busy" not in state and "loaded" in state[1]:
                return state
            time.sleep(0.02)
        raise TimeoutError(f"{name}: {state}; {self.browser.console[-10:]}")

    def choose(self, file):
        self.browser.choose_files("#files", [file])
        return self.wait_loaded(pathlib.Path(file).name)

    def drop(self, files):
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.call("Input.dispatchDragEvent", type=kind, x=600, y=400, data=data)

    def report(self, path):
        """What the program prints, and the path in it as `lanescope report` has it."""
        self.browser.evaluate(
            "globalThis.report = []; globalThis.lanescope_print = (line) => report.push(line);"
            f"Module.ccall('lanescope_report', null, ['string'], [{path!r}])")
        self.browser.wait_for("report.length > 0 && report[report.length - 1].startsWith('end ')", 120)
        *lines, end = self.browser.evaluate("report")
        assert end == "end 0", end
        return "\n".join(lines) + "\n"

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
    page.browser.wait_for("document.title.startsWith('ranks')")


def check_export(page, folder):
    """Ctrl+Shift+S hands the trace to the browser's downloads."""
    file = folder / "small.json"
    file.write_bytes(trace_text("small"))
    page.choose(file)
    page.browser.save_downloads(folder)
    page.browser.press("S", "KeyS", 83, modifiers=CTRL | SHIFT)
    saved = folder / "small.json.gz"
    wait_until(lambda: saved.exists() and saved.stat().st_size > 0, "a download")
    assert b"small" in gzip.decompress(saved.read_bytes())


def check_settings(page):
    """What was changed is there when the page is opened again."""
    browser = page.browser
    browser.press("P", "KeyP", 80, modifiers=CTRL | SHIFT)
    for letter in "light theme":
        browser.press(letter, "", 0, text=letter)
    browser.press("Enter", "Enter", 13)
    browser.open("about:blank")
    page.start()
    kept = browser.evaluate("Object.entries(localStorage).map(([, text]) => text).join()")
    assert '"light"' in kept, kept


def check_complaints(page):
    """A browser that lacks something is told so in a sentence."""
    browser = page.browser
    script = "HTMLCanvasElement.prototype.getContext = () => null"
    number = browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
    browser.open(page.origin)
    browser.wait_for("document.getElementById('message')?.textContent.includes('WebGL 2')")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=number)
    plain = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"], cwd=page.folder,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = re.search(r"http://[^/]*/", plain.stdout.readline()).group()
        browser.open(address)
        browser.wait_for("document.getElementById('message')?.textContent.includes('serve.py')")
    finally:
        plain.kill()
        plain.wait()
    return address


def check_silence(browser, *origins):
    own = tuple(prefix + origin for origin in origins for prefix in ("", "blob:"))
    foreign = [url for url in browser.requests if not url.startswith((*own, "about:", "data:"))]
    assert not foreign, foreign


def run(browser, options, traces):
    page = Page(browser, options.page, options.pictures)
    try:
        print(f"the page draws after {page.start():.2f} s")
        time.sleep(0.5)
        page.picture("start.png")
        for trace in traces:
            check_report(page, options.program, trace)
            page.picture(re.sub(r"\.json.*", ".png", trace.name))
            print(f"{trace.name}: {page.state()[1]}; the report is the native one")
        with tempfile.TemporaryDirectory() as folder:
            check_drops(page, pathlib.Path(folder))
            page.picture("ranks.png")
            check_export(page, pathlib.Path(folder))
            check_settings(page)
        other = check_complaints(page)
        check_silence(browser, page.origin, other)
        print(f"{len(browser.requests)} requests, none to elsewhere")
    finally:
        page.close()


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
        browser = browsers.Browser(chromium)
        try:
            run(browser, options, traces)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

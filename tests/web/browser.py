"""A headless Chromium that is driven by its DevTools protocol through a pipe, and what it fetched."""
import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Browser:
    ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}

    def __init__(self, program, width=1600, height=900):
        self._profile = tempfile.mkdtemp(prefix="lanescope-page-")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()

        def pipe_ends():
            # Where the browser expects them, which may be where one of them is already.
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 16) for end in (to_browser, from_browser)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        # No sandbox: tests run as root in containers. GPUs are not there either.
        self._process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
             "--enable-unsafe-swiftshader", "--use-angle=swiftshader", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--remote-debugging-pipe", f"--user-data-dir={self._profile}",
             f"--window-size={width},{height}", "about:blank"],
            preexec_fn=pipe_ends, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._answers = {}
        self._crashed = False
        self._changed = threading.Condition()
        self.requests, self.console = [], []
        threading.Thread(target=self._read, daemon=True).start()
        target = self._browser("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._browser(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "DOM", "Inspector"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        # Threads fetch their script too.
        self.call("Target.setAutoAttach", **self.ATTACH)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        rest = b""
        while chunk := os.read(self._in, 1 << 16):
            *messages, rest = (rest + chunk).split(b"\0")
            for message in messages:
                self._take(json.loads(message))
        with self._changed:
            self._answers[None] = True
            self._changed.notify_all()

    def _take(self, message):
        with self._changed:
            method = message.get("method")
            if method == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            elif method == "Runtime.consoleAPICalled":
                self.console.append(" ".join(
                    str(a.get("value", a.get("description"))) for a in message["params"]["args"]))
            elif method == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.console.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Inspector.targetCrashed":
                self._crashed = True
            elif method == "Target.attachedToTarget":
                # Workers have workers of their own.
                for method, params in (("Network.enable", {}), ("Runtime.enable", {}),
                                       ("Target.setAutoAttach", self.ATTACH)):
                    self._number += 1
                    self._write({"id": self._number, "method": method, "params": params,
                                 "sessionId": message["params"]["sessionId"]})
            elif "id" in message:
                self._answers[message["id"]] = message
            self._changed.notify_all()

    def _write(self, message):
        os.write(self._out, json.dumps(message).encode() + b"\0")

    def _send(self, method, params, session, timeout_s=600):
        with self._changed:
            self._number += 1
            number = self._number
            message = {"id": number, "method": method, "params": params}
            if session:
                message["sessionId"] = session
            self._write(message)
            if not self._changed.wait_for(
                    lambda: number in self._answers or None in self._answers or self._crashed,
                    timeout_s):
                raise TimeoutError(method)
            if self._crashed:
                raise RuntimeError(f"{method}: the tab has crashed")
            answer = self._answers.pop(number, {"error": "the browser has ended"})
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _browser(self, method, **params):
        return self._send(method, params, None)

    def call(self, method, **params):
        return self._send(method, params, self._session)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def wait_for(self, expression, timeout_s=60):
        """Until the expression is true; returns it and the seconds that took."""
        begin = time.monotonic()
        while time.monotonic() - begin < timeout_s:
            value = self.evaluate(expression)
            if value:
                return value, time.monotonic() - begin
            time.sleep(0.02)
        raise TimeoutError(f"{expression}; the console says: {self.console[-10:]}")

    def open(self, url):
        self.call("Page.navigate", url=url)

    def choose_files(self, selector, files):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(f) for f in files])

    def click(self, x, y, count=1):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        time.sleep(0.1)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=count)
            time.sleep(0.1)

    def press(self, key, code, number, text=None, modifiers=0):
        params = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown", **params,
                  **({"text": text} if text else {}))
        time.sleep(0.1)
        self.call("Input.dispatchKeyEvent", type="keyUp", **params)
        time.sleep(0.1)

    def save_downloads(self, folder):
        self._browser("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self._browser("Browser.close")
            self._process.wait(10)
        except (RuntimeError, TimeoutError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._profile, ignore_errors=True)

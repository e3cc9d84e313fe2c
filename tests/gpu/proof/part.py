"""What the parts of the proof share: where things are, how programs are run and recorded, and the
bars that say what came out."""

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TORCH_PROGRAMS = os.path.join(os.path.dirname(HERE), "torch")
PASS, FAIL, FIGURE, NOT_RUN = "pass", "fail", "figure", "not run"


class NotRun(Exception):
    """A step can not be done here; the text says why."""


def about(*bars, torch=False, name=None):
    """Marks a step with the bars that it is about, which fail when it does. With `torch` it needs
    PyTorch."""

    def mark(step):
        def run(part):
            if torch and part.has_torch():
                raise NotRun(part.has_torch())
            step(part)

        run.bars, run.__name__ = bars, name or step.__name__
        return run

    return mark


def parse_place():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="folder of lanescope and gpu/")
    parser.add_argument("--work", required=True, help="folder to work in")
    parser.add_argument("--fixtures", required=True, help="folder for what shall be kept")
    parser.add_argument("--python", default=sys.executable, help="a Python, with torch or without")
    parser.add_argument("--dry", action="store_true", help="no GPU: the fake driver, few rounds")
    parser.add_argument("--name", required=True, help="of this part")
    parser.add_argument("--steps", default="", help="only these, separated by colons")
    parser.add_argument("--seconds", type=float, default=600, help="this part's time")
    # Whoever stops this part stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(124))
    return Part(parser.parse_args())


class Part:
    """One part of the proof; its bars are in WORK/NAME.json at any time, so that a part that is
    stopped has told what it knows."""

    def __init__(self, place):
        self.place, self.dry, self.bars = place, place.dry, []
        self.name, self.work = place.name, os.path.join(place.work, place.name)
        self.begin = time.monotonic()
        os.makedirs(self.work, exist_ok=True)
        os.makedirs(place.fixtures, exist_ok=True)
        self.lanescope = os.path.join(place.build, "lanescope")
        self.python = place.python
        self._torch = None
        self._save()

    # ---- Bars

    def bar(self, number, text, passed, figure=""):
        """`number` is that of the bar in the list of what the capture must do; 0 is none of it."""
        result = passed if isinstance(passed, str) else PASS if passed else FAIL
        self.bars.append({"bar": number, "text": text, "result": result, "figure": str(figure)})
        print(f"  [{result:>7}] {number or '-':>2}  {text}: {figure}", flush=True)
        self._save()

    def figure(self, number, text, figure):
        self.bar(number, text, FIGURE, figure)

    def not_run(self, number, text, why):
        self.bar(number, text, NOT_RUN, why)

    def _save(self):
        path = os.path.join(self.place.work, self.name + ".json")
        with open(path + ".new", "w") as file:
            json.dump({"part": self.name, "bars": self.bars,
                       "seconds": round(time.monotonic() - self.begin, 1)}, file, indent=1)
        os.replace(path + ".new", path)

    def left(self):
        """Seconds of this part's time that are left."""
        return self.place.seconds - (time.monotonic() - self.begin)

    def tries(self, steps):
        """Runs each of `steps`, or those asked for; one that fails does not stop the others."""
        steps = list(steps)
        asked = self.place.steps.split(":") if self.place.steps else []
        for name in set(asked) - {step.__name__ for step in steps}:
            self.bar(0, f"step {name}", FAIL, "there is no such step")
        for step in steps:
            if asked and step.__name__ not in asked:
                continue
            try:
                if self.left() < 5:
                    raise NotRun("no time left")
                step(self)
            except NotRun as why:
                self.of_step(step, NOT_RUN, why)
            except Exception as error:
                self.of_step(step, FAIL, f"{type(error).__name__}: {error}"[:600])

    def of_step(self, step, result, figure):
        for number in getattr(step, "bars", (0,)):
            self.bar(number, step.__name__, result, figure)

    # ---- Programs

    def program(self, name, *words):
        """The command of a program of tests/gpu/programs."""
        return [os.path.join(self.place.build, "gpu", name), *map(str, words)]

    def fake(self, *words):
        """The command that stands for a program where there is no GPU."""
        return [os.path.join(self.place.build, "tests/capture/fake/fake_host"), *map(str, words)]

    def script(self, name, *words):
        """The command of a PyTorch program of tests/gpu/torch."""
        return [self.python, os.path.join(TORCH_PROGRAMS, name), *map(str, words)]

    def has_torch(self):
        """Empty, or why nothing with PyTorch is run."""
        if self._torch is None:
            code = "import torch; print(torch.cuda.is_available())"
            done = subprocess.run([self.python, "-c", code], capture_output=True, text=True)
            self._torch = (f"no torch in {self.python}" if done.returncode != 0
                           else "" if self.dry or done.stdout.strip() == "True"
                           else "torch has no GPU")
        return self._torch

    def environment(self, **changes):
        values = dict(os.environ)
        for name in ("CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"):
            values.pop(name, None)
        if self.dry:
            fake = os.path.join(self.place.build, "tests/capture/fake/libfake_cupti.so")
            values.update(LANESCOPE_CUPTI=fake)
        values.update({key: str(value) for key, value in changes.items()})
        return values

    def run(self, command, limit=60, environment=None):
        """Runs a program by itself; what it printed as JSON, and how it ended."""
        return self._finish(command, environment, limit)

    def record(self, name, command, *options, limit=60, environment=None):
        """Records `command`; the Ended has the file's path."""
        path = os.path.join(self.work, name + ".lanes")
        if os.path.exists(path):
            os.remove(path)
        words = [self.lanescope, "record", "-o", path, *options, "--", *command]
        ended = self._finish(words, environment, limit)
        ended.path = path
        return ended

    def _finish(self, command, environment, limit):
        left = max(self.left(), 1)
        ended = finish(command, environment or self.environment(), min(limit, left))
        if ended.stopped and left < limit:
            raise NotRun(f"no time left after {left:.0f} s")
        return ended

    def ask(self, verb, path, *options):
        """The JSON document of a verb of the program."""
        words = [self.lanescope, verb, path, *options, "--json"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"lanescope {verb}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def keep(self, path, name, most=2_000_000):
        """Keeps a file as a fixture, unless it is too large to lie in a repository."""
        size = os.path.getsize(path)
        if size > most:
            self.figure(0, f"fixture {name}", f"left out, {size} bytes")
            return
        shutil.copy(path, os.path.join(self.place.fixtures, name))


class Ended:
    """How a program ended. `said` is the last line of its output that is JSON."""

    def __init__(self, code, output, complaints, seconds):
        self.code, self.output, self.complaints = code, output, complaints
        self.seconds, self.path, self.stopped = seconds, "", False
        self.said = {}
        for line in output.splitlines():
            if line.startswith("{") and line.endswith("}"):
                try:
                    self.said = json.loads(line)
                except ValueError:
                    continue

    def sure(self):
        """Itself, when the program did what it was to do."""
        if self.code != 0 or not self.said:
            lines = [line for line in self.complaints.splitlines()
                     if line.strip() and not line.startswith("lanescope: /")]
            last = lines[-1] if lines else "it said nothing"
            raise RuntimeError(f"ended with {self.code}: {last}")
        return self


def finish(command, environment, limit):
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment, start_new_session=True)
    try:
        output, complaints = process.communicate(timeout=limit)
        code = process.returncode
    except subprocess.TimeoutExpired:
        end_group(process)
        output, complaints = process.communicate()
        ended = Ended(-1, output, complaints + f"\nstopped after {limit:.0f} s",
                      time.monotonic() - begin)
        ended.stopped = True
        return ended
    except BaseException:
        end_group(process)
        raise
    return Ended(code, output, complaints, time.monotonic() - begin)


def end_group(process):
    """Ends a program that finish() or Popen(start_new_session=True) has started, with its
    children."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def middle(values):
    return statistics.median(values) if values else float("nan")


def share(part, whole):
    return part / whole if whole else 0.0


def percentile(values, p):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * p))] if ordered else float("nan")

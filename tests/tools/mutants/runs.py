"""Tests in pieces as small as can be run alone, and which change makes which of them fail."""
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

MOST_MEMORY = 8 << 30  # what a changed loop may take before it is ended
MOST_FILE = 64 << 30  # the rings of a recording are files with holes
ALL_SKIPPED = 77
# A changed line may send a signal to every process there is: where the kernel lets us, the tests see
# no process but their own. The first of these has no signal of its own, so it is not the test.
OWN_PROCESSES = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', '--', 'sh', '-c',
                 '"$@"; exit $?', 'sh']


@dataclass
class Unit:
    """A command that passes or fails."""
    name: str
    command: list
    folder: str
    environment: dict
    passes_with: str = ''
    fails_with: str = ''
    seconds: float = 0
    reached: set = field(default_factory=set)


def own_processes():
    """What to put in front of a command so that it sees no process of ours, if that can be had."""
    try:
        tried = subprocess.run([*OWN_PROCESSES, 'true'], capture_output=True)
    except FileNotFoundError:
        return []
    return OWN_PROCESSES if tried.returncode == 0 else []


def units_of(tree, labels_left_out):
    """What ctest runs, those of doctest file by file."""
    listed = subprocess.run(['ctest', '--test-dir', str(tree.build), '--show-only=json-v1'],
                            check=True, capture_output=True, text=True).stdout
    units = []
    for test in json.loads(listed)['tests']:
        known = {one['name']: one['value'] for one in test.get('properties', [])}
        if set(known.get('LABELS', [])) & set(labels_left_out) or 'command' not in test:
            continue
        environment = dict(one.split('=', 1) for one in known.get('ENVIRONMENT', []))
        unit = Unit(test['name'], test['command'], known.get('WORKING_DIRECTORY', str(tree.folder)),
                    environment, ''.join(known.get('PASS_REGULAR_EXPRESSION', [])),
                    ''.join(known.get('FAIL_REGULAR_EXPRESSION', [])))
        units += _by_file(tree, unit)
    return units


def _by_file(tree, unit):
    chosen = [one for one in unit.command if one.startswith('--source-file=')]
    if chosen:
        pattern = chosen[0].split('=', 1)[1].strip('*')
        files = [one for one in tree.folder.glob('tests/**/*_test.cpp')
                 if one.as_posix().endswith(pattern) or
                 one.parent.as_posix().endswith(pattern.rstrip('/'))]
    else:
        files = list((tree.folder / 'tests' / unit.name).glob('*_test.cpp'))
    if not files:
        return [unit]
    program = [one for one in unit.command if not one.startswith('--source-file')]
    return [Unit(path.relative_to(tree.folder).as_posix(),
                 [*program, f'--source-file=*{path.relative_to(tree.folder).as_posix()}'],
                 unit.folder, unit.environment, unit.passes_with, unit.fails_with)
            for path in sorted(files)]


def _limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE,
                       (MOST_FILE, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


class Runner:
    def __init__(self, scratch, jobs, patience):
        self.scratch = scratch
        self.jobs = jobs
        self.patience = patience  # seconds of passing tests after which a change counts as missed
        self.apart = own_processes()

    def run(self, unit, most_s, **variables):
        """'' when the unit passes, else how it failed."""
        environment = {**os.environ, **unit.environment, **variables}
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen([*self.apart, *unit.command], cwd=unit.folder,
                                       env=environment,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                       start_new_session=True, preexec_fn=_limit)
            try:
                code = process.wait(most_s)
            except subprocess.TimeoutExpired:
                code = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            output.seek(0)
            said = output.read(1 << 20).decode(errors='replace')
        if code is None:
            return f'ran for more than {most_s:.0f} s'
        if unit.passes_with:
            return '' if re.search(unit.passes_with, said) else 'did not say what it should'
        if unit.fails_with and re.search(unit.fails_with, said):
            return 'said what it should not'
        if code in (0, ALL_SKIPPED):
            return ''
        case = re.search(r'TEST CASE:  (.*)', said)
        return f'{case.group(1).strip()!r}' if case else f'ended with {code}'

    def measure(self, units, kept):
        """Runs all unchanged: how long each takes and which changes it reaches. Those that fail so are
        left out. What the file `kept` says of such a run before is believed."""
        if not kept.is_file():
            with ThreadPoolExecutor(self.jobs) as pool:
                fine = [one for one, fine in zip(units, pool.map(self._measure_one, units)) if fine]
            kept.write_text(json.dumps({one.name: [one.seconds, sorted(one.reached)] for one in fine}))
        known = json.loads(kept.read_text())
        for one in units:
            if one.name in known:
                one.seconds, one.reached = known[one.name][0], set(known[one.name][1])
        return [one for one in units if one.name in known]

    def _measure_one(self, unit):
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            begin = time.monotonic()
            failed = self.run(unit, 600, LANESCOPE_MUTANTS_REACHED=folder)
            unit.seconds = time.monotonic() - begin
            unit.reached = {int(one.name) for one in Path(folder).iterdir()}
        if failed and self.run(unit, 600):  # once more, for machines that are busy
            print(f'left out, for it fails unchanged: {unit.name}: {failed}', flush=True)
            return False
        return True

    def verdicts(self, mutants, units):
        """(number, verdict) of each of `mutants` ({number: Mutant}), as they are known."""
        with ThreadPoolExecutor(self.jobs) as pool:
            tried = {pool.submit(self.verdict, number, mutant, units): number
                     for number, mutant in mutants.items()}
            for one in as_completed(tried):
                yield tried[one], one.result()

    def verdict(self, number, mutant, units):
        """(the unit that fails with the change, how) or ('', how many units it passed of those that
        reach it)."""
        spent = 0
        reaching = sorted((one for one in units if number in one.reached),
                          key=lambda one: (-_nearness(one.name, mutant.path), one.seconds))
        for tried, unit in enumerate(reaching):
            if spent > self.patience:
                return '', f'{tried} of {len(reaching)}'
            spent += unit.seconds
            most_s = 20 + 5 * unit.seconds
            failed = self.run(unit, most_s, LANESCOPE_MUTANT=str(number))
            # What fails now and then proves nothing; a hang need not be seen twice.
            if failed and (failed.startswith('ran for') or
                           self.run(unit, most_s, LANESCOPE_MUTANT=str(number))):
                return unit.name, failed
        return '', f'{len(reaching)} of {len(reaching)}'


def _nearness(unit, path):
    """How likely a unit is about a source: 3 by its name, 2 by a word of it, 1 by its folder."""
    stem, folder = Path(path).stem, Path(path).parent
    name = Path(unit).name
    if name.startswith(stem) and folder.name in unit:
        return 3
    shares_word = set(Path(unit).stem.split('_')) & set(stem.split('_')) - {folder.name}
    beside = Path(unit).parent == Path('tests') / folder.parent
    if shares_word and (beside or folder.as_posix() in unit):
        return 2
    return 1 if folder.as_posix() in unit else 0

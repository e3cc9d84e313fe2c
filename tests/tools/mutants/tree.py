"""A copy of the tree in which many changes sleep, and its build."""
import re
import shutil
import subprocess
from collections import defaultdict

from sites import rewritten

HEADER = 'tests/tools/mutants/lanescope_mutants.h'
# Most of the time goes into tests of changes that none of them notices.
FLAGS = ['-DCMAKE_BUILD_TYPE=Debug', '-DCMAKE_CXX_FLAGS_DEBUG=-O1 -D_GLIBCXX_ASSERTIONS',
         '-DLANESCOPE_TEST_OPTIMISATION=-O0', '-DLANESCOPE_BENCH=OFF']
LINKED = [f'-DCMAKE_{kind}_LINKER_FLAGS=-fuse-ld=mold' for kind in ('EXE', 'SHARED', 'MODULE')]


class Tree:
    def __init__(self, source, folder, build_name):
        self.source = source
        self.folder = folder
        self.build = folder / 'build' / build_name

    def _write(self, path, content):
        """Only what differs is written, so that the build does not begin anew."""
        target = self.folder / path
        if target.is_file() and not target.is_symlink() and target.read_bytes() == content:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def files(self):
        listed = subprocess.run(
            ['git', 'ls-files', '-co', '--exclude-standard', '-z'], cwd=self.source, check=True,
            capture_output=True).stdout.decode().split('\0')
        return [path for path in listed if path and (self.source / path).is_file()]

    def fill(self, mutants):
        """Copies the tree, with `mutants` ({number: Mutant}) in it."""
        by_path = defaultdict(dict)
        for number, mutant in mutants.items():
            by_path[mutant.path][number] = mutant
        files = self.files()
        for path in files:
            content = (self.source / path).read_bytes()
            if path in by_path:
                content = self._changed(content.decode(), by_path[path]).encode()
            self._write(path, content)
            shutil.copymode(self.source / path, self.folder / path)
        self._remove_others(set(files))
        for kept in (self.source / 'third_party').glob('.cache'):
            shutil.copytree(kept, self.folder / 'third_party' / kept.name, dirs_exist_ok=True)

    def _remove_others(self, files):
        for top in ('app', 'assets', 'capture', 'core', 'tests', 'third_party'):
            for found in (self.folder / top).rglob('*'):
                path = found.relative_to(self.folder).as_posix()
                if found.is_file() and path not in files and '/.cache/' not in path:
                    found.unlink()

    def _changed(self, text, mutants):
        for number, mutant in sorted(mutants.items(), key=lambda one: -one[1].change.begin):
            change = mutant.change
            lines = text.count('\n', change.begin, change.end)
            text = text[:change.begin] + rewritten(change, number) + '\n' * lines + \
                text[change.end:]
        return f'#include "{self.folder / HEADER}"\n#line 1\n{text}'

    def _run(self, *command):
        done = subprocess.run(command, cwd=self.folder, text=True, errors='replace',
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def compile(self, mutants):
        """Builds; takes out of `mutants` what does not compile, and says what that was."""
        dropped = {}
        self.fill(mutants)
        if not (self.build / 'CMakeCache.txt').is_file():
            linked = LINKED if shutil.which('mold') else []
            code, said = self._run('cmake', '-S', '.', '-B', str(self.build), '-G', 'Ninja',
                                   *FLAGS, *linked)
            if code != 0:
                raise SystemExit('the copy can not be configured:\n' + said[-8000:])
        while True:
            self.fill(mutants)
            code, said = self._run('cmake', '--build', str(self.build), '--', '-k', '0')
            if code == 0:
                return dropped
            wrong = self._to_blame(said, mutants)
            if not wrong:
                raise SystemExit('the copy does not build, and no change is to blame:\n' + said[-8000:])
            for number in wrong:
                dropped[number] = mutants.pop(number)

    def _to_blame(self, said, mutants):
        """Changes on the lines of errors; all of a file whose errors stand elsewhere."""
        places = set(re.findall(r'([^\s:]+):(\d+):\d+: (?:fatal )?error:', said))
        failed = {re.sub(r'CMakeFiles/[^/]+\.dir/(__/)*', '', one)
                  for one in re.findall(r'^FAILED: .*?(\S+)\.o\b', said, re.M)}
        wrong = set()
        for name, line in places:
            for number, mutant in mutants.items():
                if name.endswith(mutant.path) and mutant.first_line <= int(line) <= mutant.last_line:
                    wrong.add(number)
        for number, mutant in mutants.items():
            blamed = any(mutants[one].path == mutant.path for one in wrong)
            if not blamed and any(one.endswith(mutant.path) for one in failed):
                wrong.add(number)
        return wrong

#!/usr/bin/env python3
"""Do the tests notice? Changes random lines of the program, one at a time, and runs the tests that
reach them until one fails. What no test notices is listed: there a test is missing.

  tests/tools/mutants/mutants.py --seed 7 --count 100 --in core/view
  tests/tools/mutants/mutants.py --seed 7 --count 100 --in core/view --missed

The same seed draws the same lines of the same sources. All changes are built into one copy of the
tree (build/mutants) and chosen when it runs, so a hundred cost one build; nothing of the tree itself
is touched. --missed tries again what the last run of that seed did not catch, after a test was
written. Changes that change nothing stand in equivalent.txt, with the reason, and are not drawn.
"""
import argparse
import json
import math
import os
import random
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

sys.dont_write_bytecode = True
from runs import Runner, units_of
from sites import Change, changes_of
from tree import Tree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FOLDERS = ('app', 'capture', 'core')


@dataclass
class Mutant:
    path: str
    first_line: int
    last_line: int
    change: Change

    def key(self):
        return self.path, self.change.was, self.change.becomes

    def text(self):
        return (f'{self.path}:{self.first_line}: {self.change.kind}: {self.change.was}  ->  '
                f'{self.change.becomes or "nothing"}')

    def folder(self):
        return Path(self.path).parent.as_posix()


def equivalents():
    """Changes that nobody can notice: path | the line | what it was | what it becomes | why."""
    known = set()
    for line in (HERE / 'equivalent.txt').read_text().splitlines():
        parts = [part.strip() for part in line.split(' | ')]
        if len(parts) == 5 and not line.startswith('#'):
            known.add((*parts[:3], '' if parts[3] == 'nothing' else parts[3]))
    return known


def candidates(tree, folders, places):
    """{(path, line): [Change]} of every source below the folders, or of these lines."""
    found = defaultdict(list)
    for path in tree.files():
        if not path.endswith('.cpp') or not path.startswith(FOLDERS):
            continue
        if folders and not any(path.startswith(one.rstrip('/') + '/') for one in folders):
            continue
        for line, change in changes_of((ROOT / path).read_text()):
            if not places or f'{path}:{line}' in places:
                found[path, line].append(change)
    return found


def draw(found, seed, count):
    """A change of each of `count` random lines, none within another."""
    chance = random.Random(seed)
    known, taken, drawn = equivalents(), defaultdict(list), []
    lines = sorted(found)
    chance.shuffle(lines)
    for path, line in lines:
        if len(drawn) == count:
            break
        change = chance.choice(found[path, line])
        text = (ROOT / path).read_text()
        mutant = Mutant(path, text.count('\n', 0, change.begin) + 1,
                        text.count('\n', 0, change.end) + 1, change)
        apart = all(change.end <= begin or end <= change.begin for begin, end in taken[path])
        code = text.splitlines()[line - 1].strip()
        if apart and (path, code, change.was, change.becomes) not in known:
            taken[path].append((change.begin, change.end))
            drawn.append(mutant)
    return drawn


def report(results):
    """The share by folder, then what was not caught."""
    by_folder = defaultdict(list)
    for one in results:
        by_folder[one['folder']].append(one)
    for folder, ones in sorted(by_folder.items()):
        caught = sum(1 for one in ones if one['by'])
        print(f'{folder:16} {caught:4} of {len(ones):4}')
    caught = sum(1 for one in results if one['by'])
    print(f'{"all":16} {caught:4} of {len(results):4}  {100 * caught / max(1, len(results)):.0f} %')
    for one in results:
        if not one['by']:
            print(f'not caught ({one["ran"]} tests that reach it): {one["text"]}')


def main():
    words = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument('--seed', type=int, default=1)
    words.add_argument('--count', type=int, default=100)
    words.add_argument('--in', dest='folders', nargs='*', default=[], metavar='FOLDER')
    words.add_argument('--at', dest='places', nargs='*', default=[], metavar='FILE:LINE')
    words.add_argument('--missed', action='store_true')
    words.add_argument('--again', action='store_true',
                       help='the last run of that seed was cut short: it has measured the tests')
    words.add_argument('--patience', type=float, default=math.inf, metavar='SECONDS',
                       help='of tests that pass with a change, the nearest first')
    words.add_argument('--list', action='store_true', help='only show what would be changed')
    words.add_argument('--without', nargs='*', default=['corpus', 'soak', 'gpu'], metavar='LABEL')
    words.add_argument('--jobs', type=int, default=os.cpu_count(), help='tests run side by side')
    words.add_argument('--scratch', type=Path, default=ROOT / 'build/mutants')
    words.add_argument('--tree', type=Path, help='where the copy is, if not in the scratch folder')
    words.add_argument('--build', default='mutants', help="the name of the copy's build folder")
    asked = words.parse_args()
    tree = Tree(ROOT, asked.tree or asked.scratch / 'tree', asked.build)
    # Some do not compile; a fifth more makes up for them.
    drawn = draw(candidates(tree, asked.folders, asked.places), asked.seed, asked.count * 6 // 5)
    saved = asked.scratch / f'seed-{asked.seed}.json'
    if asked.missed:
        missed = {tuple(one['key']) for one in json.loads(saved.read_text()) if not one['by']}
        drawn = [one for one in drawn if one.key() in missed]
    if asked.list:
        print('\n'.join(one.text() for one in drawn))
        return
    asked.scratch.mkdir(parents=True, exist_ok=True)
    mutants = {number: mutant for number, mutant in enumerate(drawn, 1)}
    for mutant in tree.compile(mutants).values():
        print('does not compile:', mutant.text(), flush=True)
    runner = Runner(asked.scratch, asked.jobs, asked.patience)
    kept = asked.scratch / f'reached-{asked.seed}.json'
    if not asked.again:
        kept.unlink(missing_ok=True)
    units = runner.measure(units_of(tree, asked.without), kept)
    print(f'{len(units)} tests, {sum(one.seconds for one in units):.0f} s', flush=True)
    results = []
    tried = dict(list(mutants.items())[:asked.count])
    for number, (by, how) in runner.verdicts(tried, units):
        mutant = tried[number]
        results.append({'folder': mutant.folder(), 'text': mutant.text(), 'key': mutant.key(),
                        'by': by, 'how': how, 'ran': '' if by else how})
        print(f'{"caught" if by else "NOT CAUGHT"} {by} {how}: {mutant.text()}', flush=True)
        if not asked.missed:
            saved.write_text(json.dumps(results, indent=1))
    report(results)


if __name__ == '__main__':
    main()

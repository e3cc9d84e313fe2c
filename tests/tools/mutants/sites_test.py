"""Which changes are found in a few lines, and how they are written beside what was."""
import sys

sys.dont_write_bytecode = True
from sites import changes_of, rewritten

SOURCE = '''
constexpr int kLimits[] = {1, 2};
struct Row {
  int begin = 3;
};
bool fits(const std::vector<int>& sizes, int most) {
  // most < 7 in words is none
  if (sizes.empty()) return false;
  int sum = 0;
  for (const int size : sizes) sum += size;
  note("a < b", sum);
  switch (most) {
    case 1:
      break;
  }
  return sum <= most - 1 && !sizes.empty();
}
int size_of(int kind) {
  constexpr std::array kSizes = {
      Size{"byte", 1},
      Size{"long", 8, [](int by) { return by * kind; }}};
  if constexpr (kWide && kind > 2) ++kind;
  return kSizes[kind];
}
constexpr int twice(int number) {
  return number + number;
}
void pack(int low, int high) {
  out << low + 1 << high << 8 | low << 4 | 2;
}
'''

WANTED = {
    (8, 'sizes.empty()', '!(sizes.empty())'),
    (8, 'false', 'true'),
    (9, '0', '(0 + 1)'),
    (10, 'sum += size', 'sum -= size'),
    (10, 'sum += size', 'sum = size'),
    (10, 'sum += size;', ''),
    (11, 'note("a < b", sum);', ''),
    (14, 'break;', ''),
    (16, 'sum <= most - 1', 'sum < most - 1'),
    (16, 'sum <= most - 1', 'sum > most - 1'),
    (16, 'sum <= most - 1', 'sum <= most + 1'),
    (16, 'sum <= most - 1', 'sum <= most - (1 + 1)'),
    (16, 'sum <= most - 1 && !sizes.empty()', 'sum <= most - 1 || !sizes.empty()'),
    (16, '!sizes.empty()', 'sizes.empty()'),
    (16, 'return sum <= most - 1 && !sizes.empty();', 'return {};'),
    (21, 'by * kind', 'by / kind'),
    (21, 'return by * kind;', 'return {};'),
    (23, 'return kSizes[kind];', 'return {};'),
    (26, 'number + number', 'number - number'),
    (26, 'return number + number;', 'return {};'),
    (29, 'out << low + 1 << high << 8 | low << 4 | 2;', ''),
    # Behind a shift what binds looser than it is not to be grouped with what is shifted by.
    (29, 'low + 1', 'low - 1'),
    (29, 'low + 1', 'low + (1 + 1)'),
    (29, '8', '(8 + 1)'),
    (29, '8', '(8 - 1)'),
    (29, '4', '(4 + 1)'),
    (29, '4', '(4 - 1)'),
    (29, '2', '(2 + 1)'),
    (29, '2', '(2 - 1)'),
}


def main():
    found = {(line, one.was, one.becomes) for line, one in changes_of(SOURCE)}
    for lost in sorted(WANTED - found):
        print('not found:', lost)
    for more in sorted(found - WANTED):
        print('not wanted:', more)
    forms = {one.form: rewritten(one, 7) for _, one in changes_of(SOURCE)}
    if 'is_on(7) ? (' not in forms['value'] or '!::lanescope_mutants' not in forms['statement']:
        print('not as it should be written:', forms)
        found = set()
    return found != WANTED


if __name__ == '__main__':
    sys.exit(main())

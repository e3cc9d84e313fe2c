"""Where a source can be changed, and how: tokens in, possible changes out.

Nothing here parses C++. Brackets are matched, template brackets told from comparisons by the spaces
that clang-format puts, and what comes out wrong does not compile and is dropped later.
"""
import re
from dataclasses import dataclass

TOKEN = re.compile(r'''
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>\#(?:\\\n|[^\n])*)
  | (?P<string>(?:u8|[uUL])?R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<number>\.?\d(?:'?[\w.]|(?<=[eE])[+-])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign><=>|->\*|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
''', re.X | re.S)

TURNED = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='), '>=': ('>', '<'),
          '==': ('!=',), '!=': ('==',), '&&': ('||',), '||': ('&&',),
          '+': ('-',), '-': ('+',), '*': ('/',), '/': ('*',),
          '+=': ('-=', '='), '-=': ('+=', '='), '|=': ('&=',), '&=': ('|=',),
          '++': ('--',), '--': ('++',), '%': ('/',)}
SWAPPED = {'true': 'false', 'false': 'true', 'min': 'max', 'max': 'min', 'begin_ns': 'end_ns',
           'end_ns': 'begin_ns', 'front': 'back', 'back': 'front', 'lower_bound': 'upper_bound',
           'upper_bound': 'lower_bound', 'floor': 'ceil', 'ceil': 'floor'}
# Where the expression around a change ends.
ENDS = {',', ';', '?', ':', '=', '+=', '-=', '*=', '/=', '|=', '&=', '<<=', '>>=', '%=', '^=', '<<',
        'return', 'case', 'throw', 'co_return', 'else', 'do'}
LOOSER = {'&&', '||'}
# Bind looser than a shift, behind which an expression begins that is not to be grouped with them.
LOOSER_THAN_SHIFT = {'|', '&', '^', '==', '!=', '<', '>', '<=', '>=', '<=>', '&&', '||'}
NO_STATEMENT = {'return', 'if', 'for', 'while', 'do', 'switch', 'case', 'default', 'using', 'const',
                'auto', 'static', 'constexpr', 'typedef', 'goto', 'throw', 'else', 'template',
                'struct', 'class', 'enum', 'union', 'namespace', 'static_assert', 'thread_local',
                'public', 'private', 'protected', 'friend', 'extern', 'try', 'catch', 'unsigned',
                'int', 'bool', 'char', 'double', 'float', 'long', 'short', 'void', 'asm', 'inline'}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    begin: int
    end: int
    spaced: bool  # a blank stands before it


@dataclass(frozen=True)
class Change:
    """text[begin:end] becomes `becomes`. `form` says how both are kept in one program."""
    begin: int
    end: int
    was: str
    becomes: str
    form: str  # value, condition, statement, result
    kind: str


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = []
        spaced = True
        for found in TOKEN.finditer(text):
            if found.lastgroup in ('blank', 'directive'):
                spaced = True
                continue
            kind = 'string' if found.lastgroup == 'mark' else found.lastgroup
            self.tokens.append(Token(kind, found.group(), found.start(), found.end(), spaced))
            spaced = False
        self._match()

    def _match(self):
        """Pairs brackets; knows for each token whether it runs, and whether it is in <...>."""
        self.pair, self.runs, self.in_angles = {}, [], []
        open_ones = []  # (index, sign, is code)
        for i, token in enumerate(self.tokens):
            sign = token.text if token.kind == 'sign' else ''
            if sign in ('>', '>>') and open_ones and open_ones[-1][1] == '<':
                for _ in sign:
                    if open_ones and open_ones[-1][1] == '<':
                        self.pair[i] = open_ones[-1][0]
                        self.pair[open_ones.pop()[0]] = i
            elif sign and sign in ')]}':
                while open_ones and open_ones[-1][1] == '<':
                    open_ones.pop()
                if open_ones:
                    self.pair[i] = open_ones[-1][0]
                    self.pair[open_ones.pop()[0]] = i
            code = open_ones[-1][2] if open_ones else False
            self.runs.append(code)
            self.in_angles.append(any(one[1] == '<' for one in open_ones[-3:]))
            if sign and sign in '([{':
                open_ones.append((i, sign, self._is_code(i) if sign == '{' else code))
            elif sign == '<' and not token.spaced and i and self.tokens[i - 1].kind == 'word':
                open_ones.append((i, '<', code))
            elif sign == ';':
                while open_ones and open_ones[-1][1] == '<':
                    open_ones.pop()

    def _is_code(self, i):
        """Whether the brace at i opens what runs: a body, a block, a list within one."""
        words, at = [], i - 1
        while at >= 0 and self.tokens[at].text not in ('{', '}', ';'):
            if self.tokens[at].text in (')', ']', '>') and at in self.pair:
                at = self.pair[at]
            words.append(self.tokens[at].text)
            at -= 1
        if any(word in words for word in ('namespace', 'struct', 'class', 'enum', 'union')):
            return '(' in words and 'namespace' not in words and 'enum' not in words
        return self.runs[i] or self.opens_block(i)

    def opens_block(self, i):
        """Whether the brace at i holds statements, not a list of values."""
        before = self.tokens[i - 1] if i else None
        if before is None:
            return False
        if before.text == ')' and i - 1 in self.pair:
            return True
        if before.text in ('else', 'do', 'try', 'const', 'noexcept', 'override', 'mutable', 'final',
                           ';', '{', '}', ']', ':'):
            return before.text not in ('{', ';', ':') or self.runs[i]
        at = i - 1
        while at > 0 and (self.tokens[at].kind == 'word' or self.tokens[at].text in ('::', '&', '*')
                          or (self.tokens[at].text == '>' and at in self.pair)):
            at = self.pair.get(at, at) - 1
        return self.tokens[at].text == '->'

    def bounds(self, i, loose):
        """The tokens [first, last] of the expression around i."""
        ends = ENDS if loose else ENDS | LOOSER
        first = i
        while first > 0:
            before = self.tokens[first - 1]
            if before.text in ends or (before.kind == 'sign' and before.text in '([{'):
                break
            opener = self.pair.get(first - 1, first - 1)
            if before.text == '}' or (before.text == ')' and opener and
                                      self.tokens[opener - 1].text in ('if', 'for', 'while')):
                if before.text == ')' or self.opens_block(opener):
                    break
            first = opener
        last = i
        while last + 1 < len(self.tokens):
            after = self.tokens[last + 1]
            if after.text in ends or (after.kind == 'sign' and after.text in ')]}'):
                break
            last = max(self.pair.get(last + 1, 0), last + 1)
        if first and self.tokens[first - 1].text == '<<':
            return self._behind_shift(first, last, i)
        return first, last

    def _behind_shift(self, first, last, i):
        """The part of [first, last] around i that can be grouped; None: its sign takes in the shift."""
        at = first
        while at <= last:
            sign = self.tokens[at]
            if sign.text in LOOSER_THAN_SHIFT and at > first and at not in self.pair and \
                    _is_operator(self, at):
                if at == i:
                    return None, None
                if i < at:
                    return first, at - 1
                first = at + 1
            at = max(self.pair.get(at, at), at) + 1
        return first, last

    def plain(self, first, last):
        """The text of tokens [first, last] in one line, without comments."""
        parts = []
        for i in range(first, last + 1):
            token = self.tokens[i]
            parts.append((' ' if token.spaced and parts else '') + token.text)
        return ''.join(parts)


def _is_operator(source, i):
    """Whether the sign at i stands between two operands."""
    if i == 0:
        return False
    before = source.tokens[i - 1]
    if before.kind in ('number', 'string', 'char'):
        return True
    if before.kind == 'word':
        return before.text not in ('return', 'case', 'throw', 'operator', 'else', 'co_return')
    return before.text in (')', ']', '}')


def _values(source):
    """Signs, words and numbers that are exchanged within an expression."""
    for i, token in enumerate(source.tokens):
        if not source.runs[i] or source.in_angles[i] or i in source.pair:
            continue
        for new, kind in _exchanges(source, i, token):
            first, last = source.bounds(i, token.text in LOOSER)
            if first is None:
                continue
            if source.tokens[first - 1].text == 'case':
                continue  # a constant, known before the program runs
            if token.text in ('+=', '-=', '|=', '&=', '++', '--'):
                first, last = _whole_statement(source, i)
                if first is None:
                    continue
            changed = source.plain(first, i - 1) if i > first else ''
            gap = ' ' if token.spaced and changed else ''
            rest = source.plain(i + 1, last) if last > i else ''
            gap_after = ' ' if last > i and source.tokens[i + 1].spaced else ''
            form = 'value'
            if token.text in ('+=', '-=', '|=', '&=', '++', '--'):
                form = 'statement'
            elif kind == 'condition negated':
                form = 'condition'  # x of `!x` need be no bool, and would make the whole none
            yield Change(source.tokens[first].begin, source.tokens[last].end,
                         source.plain(first, last), changed + gap + new + gap_after + rest, form,
                         kind), token.begin


def _exchanges(source, i, token):
    if token.kind == 'sign' and token.text in TURNED:
        unary = not _is_operator(source, i)
        spaced_after = i + 1 < len(source.tokens) and source.tokens[i + 1].spaced
        if token.text in ('++', '--'):
            yield TURNED[token.text][0], 'step turned'
        elif unary and token.text == '-':
            yield '', 'sign dropped'
        elif not unary and token.spaced and spaced_after:
            near = {source.tokens[i - 1].kind, source.tokens[i + 1].kind}
            if 'string' in near and token.text in '+-':
                return  # texts can not be subtracted
            for new in TURNED[token.text]:
                yield new, 'operator turned'
    elif token.text == '!' and not _is_operator(source, i):
        yield '', 'condition negated'
    elif token.kind == 'word' and token.text in SWAPPED:
        yield SWAPPED[token.text], 'word exchanged'
    elif token.kind == 'number':
        # One more or less of a large number changes nothing that anybody would notice.
        if token.text.isdigit() and int(token.text) <= 16:
            yield f'({token.text} + 1)', 'constant changed'
            if token.text not in ('0', '1'):
                yield f'({token.text} - 1)', 'constant changed'


def _whole_statement(source, i):
    """The tokens of the plain statement around i, without its semicolon; None: there is none."""
    for first, last in source.statements:
        if first <= i <= last:
            return first, last - 1
    return None, None


def _statements(source):
    """[first, last] of each statement that is an expression; last is the semicolon."""
    found = []
    tokens = source.tokens
    starts_after = {'{', '}', ';', 'else', 'do', ':'}
    for i, token in enumerate(tokens):
        if not source.runs[i] or i == 0:
            continue
        before = tokens[i - 1]
        after_control = before.text == ')' and i - 1 in source.pair and \
            tokens[source.pair[i - 1] - 1].text in ('if', 'for', 'while')
        if not (before.text in starts_after or after_control):
            continue
        if before.text == ':' and not _is_label(source, i - 1):
            continue
        if before.text == '{' and not source.opens_block(i - 1):
            continue
        if before.text == '}' and not source.opens_block(source.pair.get(i - 1, i - 1)):
            continue
        if token.text in NO_STATEMENT or not (token.kind == 'word' or token.text in
                                              ('++', '--', '*', '(', '::')):
            continue
        last = i
        while last < len(tokens) and tokens[last].text not in (';', '}', ':', ')', '?'):
            last = max(source.pair.get(last, 0), last) + 1
        if last < len(tokens) and tokens[last].text == ';' and not _declares(source, i, last):
            found.append((i, last))
    return found


def _is_label(source, i):
    while i > 0 and source.tokens[i].text not in (';', '{', '}', '?', '('):
        i -= 1
        if source.tokens[i].text in ('case', 'default'):
            return True
    return False


def _declares(source, first, last):
    """Whether a statement begins like `Type name` or `Type& name`."""
    i, tokens = first, source.tokens
    if tokens[i].kind != 'word' or tokens[i].text in ('delete', 'break', 'continue'):
        return False
    while i < last and (tokens[i].kind == 'word' or tokens[i].text in ('::', '<')):
        if tokens[i].kind == 'word' and tokens[i + 1].kind == 'word':
            return True
        i = (source.pair[i] if tokens[i].text == '<' and i in source.pair else i) + 1
        if tokens[i - 1].text == '>' and tokens[i].kind == 'word':
            return True
    return tokens[i].text in ('&', '*', '&&') and tokens[i + 1].kind == 'word' and \
        tokens[i + 2].text in ('=', '(', '{', ';', ':')


def _controls(source):
    """Conditions, results, and the plain statements as a whole."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if not source.runs[i]:
            continue
        if token.text in ('if', 'while') and tokens[i + 1].text == '(' and i + 1 in source.pair:
            first, last = i + 2, source.pair[i + 1] - 1
            depth_free = [t.text for t in tokens[first:last + 1]]
            if first > last or ';' in depth_free or '=' in depth_free:
                continue
            was = source.plain(first, last)
            yield Change(tokens[first].begin, tokens[last].end, was, f'!({was})', 'condition',
                         'condition negated'), token.begin
        elif token.text == 'return' and tokens[i + 1].text not in (';', '{', 'nullptr', 'false',
                                                                   'true', '0', '""'):
            last = i
            while last < len(tokens) and tokens[last].text != ';':
                last = max(source.pair.get(last, 0), last) + 1
            if source.plain(i, last) == 'return std::nullopt;':
                continue
            yield Change(token.begin, tokens[last].end, source.plain(i, last), 'return {};',
                         'result', 'result replaced'), token.begin
    for first, last in source.statements:
        yield Change(tokens[first].begin, tokens[last].end, source.plain(first, last), '',
                     'statement', 'statement dropped'), tokens[first].begin


def _constants(source):
    """Where the compiler computes, so that a change would never be the chosen one: the tokens' begins,
    but for those of lambdas in there."""
    tokens, found = source.tokens, set()
    for i, token in enumerate(tokens):
        if token.text not in ('constexpr', 'constinit', 'static_assert'):
            continue
        last = i + 1
        if i > 0 and tokens[i - 1].text == 'if':
            last = source.pair.get(last, last)
        else:
            while last < len(tokens) and tokens[last].text != ';':
                if tokens[last].text == '{' and source.opens_block(last):
                    break  # a function's body, which may run
                last = max(source.pair.get(last, 0), last) + 1
        while i < last:
            is_block = tokens[i].text == '{' and source.opens_block(i)
            found.add(tokens[i].begin)
            i = (source.pair.get(i, i) if is_block else i) + 1
    return found


def changes_of(text):
    """[(line, Change)] of a source, in its order; lines count from 1."""
    source = Source(text)
    source.statements = _statements(source)
    lines = text.split('\n')
    constants = _constants(source)
    found = []
    for change, at in [*_values(source), *_controls(source)]:
        line = text.count('\n', 0, at) + 1
        if '#' in lines[line - 1] or at in constants:
            continue
        found.append((line, change))
    return sorted(found, key=lambda one: (one[0], one[1].begin, one[1].end, one[1].becomes))


def rewritten(change, number):
    """Both forms in one text: `number` chooses the changed one when the program runs."""
    asked = f'::lanescope_mutants::is_on({number})'
    was, new = change.was, change.becomes
    if change.form == 'value':
        return f'({asked} ? ({new}) : ({was}))'
    if change.form == 'condition':
        return f'({asked} != (({was}) ? true : false))'
    if change.form == 'result':
        return f'{{ if ({asked}) {new} else {was} }}'
    if new == '':
        return f'{{ if (!{asked}) {{ {was} }} }}'
    return f'({asked} ? (void)({new}) : (void)({was}))'

"""Sorts the sources of a target into groups that the compiler can take as one file.

Usage: unity_groups.py ROOT TARGET SIZE < SOURCES > groups.cmake

Reading the same headers again and again takes most of a build, so sources are compiled together.
Sources may give their own helpers, in unnamed namespaces, names that others use too; such sources must
not meet. This reads which names each source declares for itself and which words it mentions, and puts
no two sources together of which one, or a header it includes, has what the other declares. It errs on
the safe side: it knows words, not scopes.
"""

import pathlib
import re
import sys

NOT_CODE = re.compile(
    r'R"([^()\\ ]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/',
    re.S,
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|[{}();=<>\[\],]|\S")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)
ENUMERATORS = re.compile(r"\benum\b[^{};]*\{([^}]*)\}")
WORD = re.compile(r"[A-Za-z_]\w*")
TYPES = {"struct", "class", "union", "enum", "concept"}


def code_of(text):
    """The text without comments, literals and directives."""
    return DIRECTIVE.sub(" ", NOT_CODE.sub(lambda found: " " if found[0][0] == "/" else " 0 ", text))


def without_template(tokens):
    """A declaration without the template<...> before it."""
    while tokens[:2] == ["template", "<"]:
        depth = 0
        for at, token in enumerate(tokens[1:], 1):
            depth += (token == "<") - (token == ">")
            if depth == 0:
                break
        tokens = tokens[at + 1 :]
    return tokens


def declared_names(tokens):
    """The names that a declaration at namespace scope introduces."""
    tokens = without_template(tokens)
    if tokens[:1] == ["using"]:
        if tokens[1:2] == ["namespace"] or len(tokens) < 2:
            return []
        return [tokens[1] if "=" in tokens else tokens[-1]]
    if tokens and tokens[0] in TYPES:
        rest = [t for t in tokens[1:] if t not in ("class", "struct", "[", "]", "nodiscard", "alignas")]
        return rest[:1] if rest and WORD.fullmatch(rest[0]) else []
    if "operator" in tokens:
        return []
    names, depth, named = [], 0, False
    begin = 1 if tokens[:1] == ["["] else 0  # an attribute is no array
    for at in range(begin, len(tokens) + 1):
        token = tokens[at] if at < len(tokens) else ","
        before = tokens[at - 1] if at >= 2 and tokens[at - 2] != "::" else ""
        if depth <= 0 and token in "(=[," and not named and WORD.fullmatch(before):
            names.append(before)
            named = True
            if token == "(":
                break
        if depth <= 0 and token == ",":
            named = False  # the next declarator of the same type
        depth += (token in "<([") - (token in ">)]")
    return names


def declarations(code):
    """Each declaration at namespace scope: its tokens, and whether it is seen by its file alone."""
    scopes = []  # of each open brace: "named", "unnamed", or "" for what is no namespace
    statement = []
    for token in TOKEN.findall(code):
        inside = any(scope == "" for scope in scopes)
        if token == "{":
            namespace = not inside and "namespace" in statement[:2]
            unnamed = namespace and statement[-1] == "namespace"
            linkage = not inside and statement[:1] == ["extern"] and len(statement) <= 3
            if not (inside or namespace or linkage):
                yield statement, "unnamed" in scopes or "static" in statement
            scopes.append("unnamed" if unnamed else "named" if namespace or linkage else "")
            statement = []
        elif token == "}":
            if scopes:
                scopes.pop()
            statement = []
        elif token == ";" and not inside:
            yield statement, "unnamed" in scopes or "static" in statement
            statement = []
        elif not inside:
            statement.append(token)


class Headers:
    """What the project's headers declare at namespace scope, each with what it includes."""

    def __init__(self, root):
        self.root = root
        self.names = {}

    def names_behind(self, text):
        """The names that a file of this text gets by its #include lines."""
        names = set()
        for path in INCLUDE.findall(text):
            names |= self.names_of(path)
        return names

    def names_of(self, path):
        """The names of one header, by its path from the root; none where the project has no such file."""
        if path not in self.names:
            self.names[path] = set()  # for headers that include each other
            if (self.root / path).is_file():
                text = (self.root / path).read_text(encoding="utf-8", errors="replace")
                code = code_of(text)
                names = {name for tokens, _ in declarations(code) for name in declared_names(tokens)}
                for body in ENUMERATORS.findall(code):  # g++ warns when a name hides one of these
                    names.update(WORD.findall(body))
                self.names[path] = names | self.names_behind(text)
        return self.names[path]


class Source:
    """What a source declares for itself, the words it has, and the namespaces it opens to others."""

    def __init__(self, path, headers):
        text = path.read_text(encoding="utf-8", errors="replace")
        code = code_of(text)
        self.path = path
        self.words = set(WORD.findall(code)) | headers.names_behind(text)
        self.own = set()
        # Macros are everybody's, and what `using enum` brings in is not among the words. And where the
        # compiler sees how memory is taken it warns of whoever gives it back.
        self.alone = (
            re.search(r"^([ \t]*#[ \t]*(define|if|ifdef|ifndef)|using enum)\b", text, re.M) is not None
            or re.search(r"\boperator (new|delete)\b", code) is not None
        )
        self.directives = frozenset(re.findall(r"\busing namespace ([\w:]+);", code))
        for tokens, unnamed in declarations(code):
            first = without_template(tokens)[:1]
            if unnamed or first == ["using"] or (first and first[0] in TYPES):
                self.own.update(declared_names(tokens))


def grouped(sources, size):
    """Groups of at most that many sources, of neighbors as far as they can be together."""
    groups = []
    for source in sources:
        for group in groups:
            if (
                len(group["sources"]) < size
                and source.directives == group["directives"]
                and not (source.own & group["words"] or group["own"] & source.words)
            ):
                break
        else:
            group = {"sources": [], "own": set(), "words": set(), "directives": source.directives}
            groups.append(group)
        group["sources"].append(source)
        group["own"] |= source.own
        group["words"] |= source.words
    return [group["sources"] for group in groups]


def main():
    root, target, size = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    headers = Headers(root)
    sources = [Source(pathlib.Path(line), headers) for line in sys.stdin.read().split("\n") if line]
    groups = grouped([source for source in sources if not source.alone], size)
    for number, group in enumerate(groups):
        for source in group:
            print(f'set_source_files_properties("{source.path}" PROPERTIES UNITY_GROUP {target}_{number})')
    for source in sources:
        if source.alone:
            print(f'set_source_files_properties("{source.path}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)')


main()

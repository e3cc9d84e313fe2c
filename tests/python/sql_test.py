"""The queries of app/python/sql.md give the answers that stand there."""

import json
import re
import subprocess
import sys
import time

import pytest

import lanescope
from conftest import ALL, EXAMPLES, ROOT, other_python

TRACE = "generated-gpt-slow.json.gz"
PAGE = (ROOT / "app" / "python" / "sql.md").read_text()
QUESTIONS = re.findall(
    r"^## (.*?)\n\n```sql\n(.*?)```\n\n(\|.*?\n)(?=\n|\Z)", PAGE, re.MULTILINE | re.DOTALL
)
README = (ROOT / "app" / "python" / "README.md").read_text()


@pytest.fixture(scope="module", autouse=True)
def duckdb():
    return pytest.importorskip("duckdb", reason="duckdb is not installed")


def test_all_questions_of_the_page_are_found():
    assert len(QUESTIONS) == PAGE.count("\n## ") == PAGE.count("```sql")


@pytest.mark.parametrize("query, answer", [pytest.param(*rest, id=text) for text, *rest in QUESTIONS])
def test_a_query_gives_the_answer_of_the_page(slow, query, answer):
    relation = slow.sql(query)
    lines = [f"| {' | '.join(map(str, row))} |" for row in (relation.columns, *relation.fetchall())]
    printed = answer.splitlines()
    assert [printed[0], *printed[2:]] == lines


def test_the_queries_are_answered_to_assistants_too():
    from assistant import Assistant  # skips where mcp is not installed

    with Assistant(EXAMPLES) as assistant:
        for _, query, answer in QUESTIONS:
            rows = assistant.ask("sql", trace="generated-gpt-slow.json.gz", query=query)
            assert len(rows) == len(answer.splitlines()) - 2, query


def test_sql_sees_nothing_but_the_tables(tmp_path):
    from assistant import Assistant, Refused

    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    closed = [
        f"select * from '{secret}'",
        f"select * from read_csv('{secret}')",
        f"select * from glob('{tmp_path}/*')",
        f"copy (select 1) to '{tmp_path}/out.csv'",
        f"attach '{tmp_path}/out.db'",
        "set enable_external_access = true",
        "create table mine as select 1",
        "select 1; drop view events",
        "select * from trace",
        "install httpfs",
        "",
    ]
    with Assistant(EXAMPLES) as assistant:
        for query in closed:
            with pytest.raises(Refused, match="^query: ") as refused:
                assistant.text("sql", trace="generated-gpt-slow.json.gz", query=query)
            assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]


def test_an_answer_of_many_rows_is_read_in_pages():
    from assistant import Assistant

    query = "select id, name from events order by id limit 150"
    rows, more = [], {"offset": 0}
    with Assistant(EXAMPLES) as assistant:
        while more:
            page = assistant.ask(
                "sql", trace="generated-gpt-slow.json.gz", query=query, limit=70, **more
            )
            rows, more = rows + page, page.others.get("more")
        assert [row["id"] for row in rows] == list(range(150))
        odd = assistant.ask(
            "sql",
            trace="generated-gpt-slow.json.gz",
            query="select 1.5::decimal(4, 2) d, 'nan'::double n, null x, 0 z, date '2026-01-02' t",
        )
        assert list(odd) == [{"d": "1.50", "n": "nan", "x": None, "z": 0, "t": "2026-01-02"}]


def test_the_registration_of_the_readme_starts_the_server():
    from assistant import Assistant

    entry = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])["mcpServers"]["lanescope"]
    assert entry["args"][:-1] == Assistant.ARGUMENTS


def test_what_has_no_rows_is_told_in_one_line(slow):
    for query in ("", " ", "-- x"):
        with pytest.raises(lanescope.Error, match="^query: it has no rows to answer with; use SELECT$"):
            slow.sql(query)


def test_the_tables_are_listed(slow):
    for query in ("show tables", "DESCRIBE", "select table_name from information_schema.tables"):
        assert set(ALL) <= {str(value) for row in slow.sql(query).fetchall() for value in row}


@pytest.fixture(scope="module")
def examples():
    from assistant import Assistant  # skips where mcp is not installed

    with Assistant(EXAMPLES) as assistant:
        yield assistant
        assert "Traceback" not in assistant.errors


def test_assistants_get_the_tables_listed_and_one_statement_answered(examples):
    from assistant import refusal

    tables = json.loads(examples.text("sql", trace=TRACE, query="show tables"))["rows"]
    assert sorted(table for (table,) in tables) == sorted(ALL)
    two = refusal(examples, "sql", trace=TRACE, query="select 1; select 2")
    assert two == "query: 2 statements; ask one at a time"


LARGE = (
    ("select repeat('x', 2000000) from events", {"limit": 1000}),
    ("select repeat('x', 200000) || id from events", {"offset": 1000}),
    ("select list(name) from events, range(200)", {}),
)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory by /proc")
@pytest.mark.parametrize("query, page", LARGE)
def test_large_values_take_little_memory(query, page):
    script = """
import resource, sys
import duckdb, lanescope, pyarrow
from lanescope._mcp import sql
trace = lanescope.open(sys.argv[1], progress=False)
sql.ask(trace, "select 1", 0, 1)
begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    text = sql.ask(trace, sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
except lanescope.Error as error:
    text = str(error)
print(len(text), (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begin) // 1024)
"""
    offset, limit = page.get("offset", 0), page.get("limit", 100)
    done = subprocess.run(
        [sys.executable, "-c", script, str(EXAMPLES / TRACE), query, str(offset), str(limit)],
        capture_output=True,
        text=True,
        env=other_python(),
    )
    letters, mebibytes = map(int, done.stdout.split())
    assert letters <= 4000 and mebibytes < 2200


def test_a_cancelled_query_ends_and_leaves_its_place_to_others(examples):
    endless = "select count(*) from events a, events b, events c where a.name || b.name < c.name"
    for _ in range(5):  # more than are answered at once
        call = examples.start("sql", trace=TRACE, query=endless)
        time.sleep(0.5)
        call.cancel()
    begun = time.monotonic()
    assert json.loads(examples.text("sql", trace=TRACE, query="select 1"))["rows"] == [[1]]
    assert time.monotonic() - begun < 15  # a query ends by itself after 30 s

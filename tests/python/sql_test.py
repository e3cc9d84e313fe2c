"""The queries of app/python/sql.md give the answers that stand there."""

import json
import re

import pytest

import lanescope
from conftest import ALL, EXAMPLES, ROOT

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


@pytest.mark.parametrize(
    "query, answer", [pytest.param(*rest, id=text) for text, *rest in QUESTIONS]
)
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

    entry = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])["mcpServers"][
        "lanescope"
    ]
    assert entry["args"][:-1] == Assistant.ARGUMENTS


def test_what_has_no_rows_is_told_in_one_line(slow):
    for query in ("", " ", "-- x"):
        with pytest.raises(lanescope.Error, match="^query: it has no rows to answer with; use SELECT$"):
            slow.sql(query)


def test_the_tables_are_listed(slow):
    for query in ("show tables", "DESCRIBE", "select table_name from information_schema.tables"):
        assert set(ALL) <= {value for row in slow.sql(query).fetchall() for value in row}

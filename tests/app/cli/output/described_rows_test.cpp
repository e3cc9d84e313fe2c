// Rows of described columns as text, JSON and Markdown: what each kind of value becomes.
#include "app/cli/output/described_rows.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct Sample {
  std::string name;
  Ns time_ns = 0;
  double mean_ns = 0;
  std::optional<std::int64_t> bytes;
};

RowColumns<Sample> columns() {
  using enum ValueKind;
  const auto share = [](const Sample& row) { return share_of(row.time_ns, 4000); };
  RowColumns<Sample> all = {
      {{"", "what", "name", "what"}, NameOrNone, &Sample::name, {.none = "(none)"}},
      {{"Mean", "", "times/mean_ns"}, Time, &Sample::mean_ns},
      {{"Time", "time", "times/time_ns", "took"}, Time, &Sample::time_ns},
      {{"", std::string(kNoTitle), "time_pct"}, Share, share},
      {{"Bytes", "size", "size_bytes"}, Bytes, &Sample::bytes},
      {{"", "", "gone_ns"}, Time, &Sample::time_ns, {.given = false}}};
  all.keys = {"size_bytes", "name"};
  return all;
}

const std::vector<Sample> kRows = {{"a|b", 1000, 999.6, 2048}, {"", 3000, 2.4, std::nullopt}};

}  // namespace

TEST_CASE("text has titles, values with units, and n/a for what is none") {
  const auto trace = TraceText().load();
  CHECK(rows_text(*trace, columns(), kRows) ==
        "what        time               size\n"
        "a|b     1.000 µs  25.0 %  2.000 KiB\n"
        "(none)  3.000 µs  75.0 %        n/a\n");
  CHECK(first_rows_text(*trace, columns(), kRows, 1).ends_with("and 1 more; see --json\n"));
}

TEST_CASE("JSON has raw numbers, null for what is none, and the keys that come first in front") {
  const auto trace = TraceText().load();
  const Json rows = rows_json(*trace, columns(), kRows);
  CHECK(json_line(rows[0]) ==
        R"({"size_bytes":2048,"name":"a|b","times":{"mean_ns":1000,"time_ns":1000},)"
        R"("time_pct":25.0,"gone_ns":null})");
  CHECK(rows[1]["name"].is_null());
  CHECK(rows[1]["size_bytes"].is_null());
}

TEST_CASE("a page has the columns that it names, and names as code") {
  const auto trace = TraceText().load();
  CHECK(rows_page(*trace, columns(), kRows, 2) ==
        "| what | took |\n| --- | ---: |\n| `a\\|b` | 1.000 µs |\n| (none) | 3.000 µs |\n");
}

TEST_CASE("the pane has its columns in their order, and empty cells for what is none") {
  const auto trace = TraceText().load();
  DataTable table;
  fill_table(
      *trace, columns(), kRows, [](const Sample&) { return DataRow(); }, {}, table);
  REQUIRE(table.columns.size() == 3);
  CHECK(table.columns[0].title == "Mean");
  CHECK(table.columns[2].kind == DataKind::Bytes);
  CHECK(table.rows[0].cells[1].number == 1000);
  CHECK(table.rows[1].cells[2].text.empty());
}

}  // namespace lanescope

#include "core/view/tables/table_filter.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

DataTable some_table() {
  const auto row = [](const char* name, std::vector<DataCell> cells) {
    DataRow out;
    out.name = name;
    out.cells = std::move(cells);
    return out;
  };
  DataTable table;
  table.name_title = "Operator";
  table.columns = {{"Self CPU %", DataKind::Share}, {"Self CPU", DataKind::Time},
                   {"Total", DataKind::Time},       {"Share", DataKind::Share},
                   {"Memory", DataKind::Bytes},     {"Calls", DataKind::Count},
                   {"Note", DataKind::Text}};
  table.rows = {
      row("aten::mm", {share_cell(1, 2), time_cell(2'000'000), time_cell(5'000), share_cell(1, 100),
                       bytes_cell(3 << 20), count_cell(12), text_cell("warm-up")}),
      row("Bmm", {share_cell(1, 4), time_cell(500'000), time_cell(6'000), share_cell(5, 100),
                  bytes_cell(1 << 20), count_cell(10), text_cell("")}),
      row("kernel<4, float>", {share_cell(1, 4), {}, {}, {}, {}, {}, text_cell("Warm")})};
  return table;
}

/// First letters of the rows that are left, or the error.
std::string left(std::string_view text) {
  const DataTable table = some_table();
  const auto filter = TableFilter::parse(text, table);
  if (!filter.ok()) return filter.error().message;
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  std::string rows;
  for (const DataRow& row : table.rows) {
    if (filter.value().matches(*trace, row)) rows += row.name[0];
  }
  return rows;
}

}  // namespace

TEST_CASE("words, quotes and regular expressions are about the name, and all must hold") {
  CHECK(left("") == "aBk");
  CHECK(left("MM") == "aB");
  CHECK(left("mm aten") == "a");
  CHECK(left("-mm") == "k");
  CHECK(left("/^aten::(mm|bmm)$/") == "a");
  CHECK(left("/BMM/i") == "B");
  CHECK(left("-/m+/") == "k");
  CHECK(left("\"<4, float\"") == "k");
  CHECK(left("aten::mm") == "a");
  CHECK(left("name:bmm") == "B");
  CHECK(left("operator:/^B/") == "B");
}

TEST_CASE("columns are compared with numbers in their units") {
  CHECK(left("calls>10") == "a");
  CHECK(left("calls>=10") == "aB");
  CHECK(left("calls=10") == "B");
  CHECK(left("-calls>10") == "Bk");
  CHECK(left("self>1ms") == "a");
  CHECK(left("self<1ms") == "B");
  CHECK(left("self<=500000") == "B");
  CHECK(left("self>25%") == "a");
  CHECK(left("self-cpu>1ms") == "a");
  CHECK(left("cpu>1ms") == "a");
  CHECK(left("total<5.5us") == "a");
  CHECK(left("total<3%") == "a");
  CHECK(left("mem>=2MiB") == "a");
  CHECK(left("mem<2mb") == "B");
  CHECK(left("calls>5 self<1ms") == "B");
}

TEST_CASE("a title is that column, even if another one's begins with it") {
  DataTable table = some_table();
  table.columns.push_back({"Shared memory", DataKind::Bytes});
  for (DataRow& row : table.rows) row.cells.push_back(bytes_cell(4096));
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  const auto shown = [&](std::string_view text) {
    const auto filter = TableFilter::parse(text, table);
    REQUIRE(filter.ok());
    return std::ranges::count_if(
        table.rows, [&](const DataRow& row) { return filter.value().matches(*trace, row); });
  };
  CHECK(shown("share>3") == 1);
  CHECK(shown("share>3%") == 1);
  CHECK(shown("shared>3") == 3);
  CHECK(shown("share>3KiB") == 3);
}

TEST_CASE("blanks around a comparison do not matter") {
  CHECK(left("calls > 10") == "a");
  CHECK(left("calls >10") == "a");
  CHECK(left("calls> 10") == "a");
  CHECK(left("mm calls >= 10 -memory < 2 MiB") == left("mm calls>=10 -memory<2MiB"));
  CHECK(left("selfcpu > 1 ms") == "a");
  CHECK(left("kernel < 4") == left("kernel <4"));
  CHECK(left("kernel") == "k");
}

TEST_CASE("a column of words is searched by its title") {
  CHECK(left("note:warm") == "ak");
  CHECK(left("note:/^W/") == "k");
  CHECK(left("-note:warm") == "B");
}

TEST_CASE("a colon behind what is no column of words is a text, with a hint") {
  const DataTable table = some_table();
  const auto hint = [&table](std::string_view text) {
    return TableFilter::parse(text, table).value().hint();
  };
  CHECK(left("nite:warm") == "");
  CHECK(hint("nite:warm") == "there is no text column 'nite'; did you mean note?");
  CHECK(hint("foobar:warm") == "there is no text column 'foobar'; text columns: name, note");
  CHECK(hint("calls:10") == "'calls' takes a comparison, as in calls>10");
  CHECK(hint("Note:warm name:mm").empty());
  CHECK(hint("aten::mm").empty());
  CHECK(hint("-foobar:warm").empty());
  CHECK(hint("nn.Module: Linear_0").empty());
}

TEST_CASE("names of C++ hold signs of comparison too") {
  CHECK(left("kernel<4,") == "k");
  CHECK(left("<4") == "k");
}

TEST_CASE("what is wrong with a filter is said in a line") {
  CHECK(left("cals>10") == "cals>10: no such column; did you mean calls?");
  CHECK(left("calls>many") == "calls>many: expected a number such as 10");
  CHECK(left("self>1MiB") == "self>1MiB: expected a time such as 1.5ms");
  CHECK(left("memory>") == "memory>: expected a size such as 2MiB");
  CHECK(left("/(/").find("is not valid") != std::string::npos);
  CHECK(left("/open").find("no closing /") != std::string::npos);
  CHECK(left("\"open") == "\"open: missing closing quote");
  // Of what comes behind it only so much is shown that one sees where it is.
  CHECK(left("\"open two") == "\"open: missing closing quote");
  CHECK(left("\"" + std::string(60, 'x')) ==
        "\"" + std::string(39, 'x') + ": missing closing quote");
}

TEST_CASE("numbers beyond all measure are compared, not wrapped") {
  CHECK(left("calls<99999999999999999999999999") == "aB");
  CHECK(left("calls>-99999999999999999999999999") == "aB");
  CHECK(left("mem>99999999999999999TiB") == "");
}

}  // namespace lanescope

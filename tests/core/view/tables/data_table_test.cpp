#include "core/view/tables/data_table.h"

#include <array>
#include <tuple>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

DataRow row(const char* name, std::vector<DataCell> cells, std::uint32_t depth = 0) {
  DataRow out;
  out.name = name;
  out.cells = std::move(cells);
  out.depth = depth;
  return out;
}

DataTable some_table() {
  DataTable table;
  table.name_title = "Name";
  table.columns = {{"Time", DataKind::Time}, {"Share", DataKind::Share}, {"Note", DataKind::Text}};
  table.rows = {row("b, \"x\"", {time_cell(500), share_cell(1, 4), text_cell("z|")}),
                row("A", {time_cell(2'000'000), share_cell(3, 4), text_cell("")}),
                row("c", {{}, {}, text_cell("a")})};
  return table;
}

std::string order_of(const DataTable& table, const DataQuery& query) {
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  std::string order;
  for (const std::uint32_t i : order_rows(*trace, table, query)) order += table.rows[i].name[0];
  return order;
}

}  // namespace

TEST_CASE("rows are sorted by what a column means, and those without a number come last") {
  const DataTable table = some_table();
  CHECK(order_of(table, {}) == "bAc");
  CHECK(order_of(table, {1, true, ""}) == "Abc");
  CHECK(order_of(table, {1, false, ""}) == "bAc");
  CHECK(order_of(table, {2, true, ""}) == "Abc");
  CHECK(order_of(table, {3, false, ""}) == "cbA");
  CHECK(order_of(table, {0, false, ""}) == "Abc");
}

TEST_CASE("rows of equal names get the part in which they differ, and keep it when they are cut") {
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  DataTable table;
  table.rows = {row("gemm", {}), row("gemm", {}), row("copy", {})};
  table.rows[0].own_name = "gemm<float, 128>";
  table.rows[1].own_name = "gemm<float, 256>";
  tell_rows_apart(*trace, table);
  CHECK(table.rows[0].name.substr(table.rows[0].differs_at) == "[128]");
  CHECK(table.rows[1].name.substr(table.rows[1].differs_at) == "[256]");
  CHECK(table.rows[2].differs_at == 0);
}

TEST_CASE("a filter takes any case, and keeps the parents of what it finds in a tree") {
  CHECK(order_of(some_table(), {std::nullopt, true, "a"}) == "A");
  CHECK(order_of(some_table(), {std::nullopt, true, "none"}) == "");
  DataTable tree;
  tree.rows = {row("net", {}),     row("block", {}, 1), row("linear", {}, 2),
               row("gelu", {}, 2), row("other", {}, 1), row("y-linear", {})};
  CHECK(order_of(tree, {std::nullopt, true, "linear"}) == "nbly");
  CHECK(order_of(tree, {std::nullopt, true, "other"}) == "no");
}

TEST_CASE("sums of a filtered tree are of what matches, and a row includes what is inside it") {
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  const auto times = [](Ns with_inside_ns, Ns self_ns) {
    return std::vector<DataCell>{time_cell(with_inside_ns), time_cell(self_ns)};
  };
  DataTable tree;
  tree.name_title = "Module";
  tree.columns = {{"Fwd GPU", DataKind::Time}, {"Fwd self GPU", DataKind::Time}};
  tree.rows = {row("net", times(100, 10)), row("norm", times(60, 20), 1),
               row("norm inside", times(40, 40), 2), row("mlp", times(30, 5), 1),
               row("norm", times(25, 25), 2)};
  const auto sums = [&](const char* filter) {
    const DataQuery query{std::nullopt, true, filter};
    const auto listed = order_rows(*trace, tree, query);
    const auto matching = matching_rows(*trace, tree, query, listed);
    const auto cells = sums_of(tree, matching);
    return std::tuple(listed.size(), matching.size(), cells[0].number, cells[1].number);
  };
  // Without a filter, the model includes all of it.
  CHECK(sums("") == std::tuple(5U, 5U, 100, 100));
  // net and mlp are listed, but do not match; one norm is inside another.
  CHECK(sums("norm") == std::tuple(5U, 3U, 85, 85));
  CHECK(sums("mlp") == std::tuple(2U, 1U, 30, 5));
}

TEST_CASE("shares of all rows add up to the whole, those of some never do") {
  DataTable table;
  table.name_title = "On the path";
  table.columns = {{"Share", DataKind::Share}};
  for (int i = 0; i < 3; ++i) table.rows.push_back(row("third", {share_cell(1, 3)}));
  table.rows.push_back(row("nothing", {share_cell(0, 3)}));
  CHECK(sums_of(table, std::array{0U, 1U, 2U, 3U}).at(0).text == "100 %");
  CHECK(sums_of(table, std::array{0U, 1U, 2U}).at(0).text == "100 %");
  CHECK(sums_of(table, std::array{0U, 1U}).at(0).text == "67 %");
  table.rows = {row("most", {share_cell(999'999, 1'000'000)}),
                row("rest", {share_cell(1, 1'000'000)})};
  CHECK(sums_of(table, std::array{0U}).at(0).text == "99.9 %");
  // All rows, but more is missing than rounding takes away.
  table.rows = {row("most", {share_cell(999'000, 1'000'000)})};
  CHECK(sums_of(table, std::array{0U}).at(0).text == "99.9 %");
}

TEST_CASE("negative numbers have a minus in cells and a hyphen where programs read them") {
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  CHECK(real_cell(-1.5).text == "−1.5");
  CHECK(real_cell(-2.5e-7).text == "−2.5e−07");
  CHECK(scaled_cell(-2'500'000, "FLOP").text == "−2.5 MFLOP");
  CHECK(time_cell(-1'500).text == "−1.500 µs");
  CHECK(share_cell(-1, 4).text == "−25 %");
  DataTable table;
  table.name_title = "Name";
  table.columns = {{"Time", DataKind::Time}, {"Real", DataKind::Real}, {"Share", DataKind::Share}};
  table.rows = {row("a", {time_cell(-1'500), real_cell(-1.5), share_cell(-1, 4)})};
  CHECK(plain_value(table.columns[1], table.rows[0].cells[1]) == "-1.500000");
  CHECK(table_csv(*trace, table, std::array{0U}, std::array{0UL, 1UL, 2UL}) ==
        "Name,Time (ns),Real,Share (share)\r\na,-1500,-1.500000,-0.250000\r\n");
  CHECK(table_markdown(table, std::array{0U}, std::array{0UL, 1UL}).find("| −1.500 µs | −1.5 |") !=
        std::string::npos);
}

TEST_CASE("CSV has plain numbers and quotes what needs it, Markdown is what people read") {
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  const DataTable table = some_table();
  const std::vector<std::uint32_t> rows{0, 2};
  const std::vector<std::size_t> columns{0, 1, 2};
  CHECK(table_csv(*trace, table, rows, columns) ==
        "Name,Time (ns),Share (share),Note\r\n\"b, \"\"x\"\"\",500,0.250000,z|\r\nc,,,a\r\n");
  CHECK(table_markdown(table, rows, columns) ==
        "| Name | Time | Share | Note |\n| --- | ---: | ---: | --- |\n"
        "| b, \"x\" | 500 ns | 25 % | z\\| |\n| c |  |  | a |\n");
}

TEST_CASE("names from a trace are no formulas in a spreadsheet, and numbers stay numbers") {
  const auto trace = TraceText().cpu("cpu_op", "x", "1", "1").load();
  DataTable table = some_table();
  table.rows = {row("=HYPERLINK(A1)", {time_cell(-500), share_cell(-1, 4), text_cell("@x")})};
  const std::vector<std::uint32_t> rows{0};
  const std::vector<std::size_t> columns{0, 1, 2};
  CHECK(table_csv(*trace, table, rows, columns) ==
        "Name,Time (ns),Share (share),Note\r\n'=HYPERLINK(A1),-500,-0.250000,'@x\r\n");
}

TEST_CASE("a share of nothing is no number") {
  CHECK(share_cell(5, 0).text.empty());
  CHECK(share_cell(1, 3).number == 333'333);
}

}  // namespace lanescope

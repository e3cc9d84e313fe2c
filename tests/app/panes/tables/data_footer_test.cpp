#include "app/panes/tables/data_footer.h"

#include <array>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/view/tables/data_tables.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

/// What the sum of the shares of these rows says.
std::string help_of(const Snapshot& trace, const DataTable& table,
                    const std::vector<std::uint32_t>& rows, std::string_view column) {
  ListedRows listed;
  listed.rows = rows;
  listed.matching = rows.size();
  listed.sums = sums_of(table, rows);
  const RowPicks picks;
  DataFooter footer;
  footer.refresh(trace, {table, listed, picks});
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::array<std::size_t, 1> chosen{i};
    if (table.columns[i].title == column) return footer.help(1, chosen, table);
  }
  return "no such column";
}

}  // namespace

TEST_CASE("the sum of shares says what it is of, and why it is not 100 %") {
  const auto trace =
      TraceText().kernel("kernel_a", "0", "60", "1").kernel("kernel_b", "70", "40", "2").load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable table = kernels_table({results}, KernelGroupBy::Name, {});
  REQUIRE(table.rows.size() == 2);
  const std::string all = help_of(*trace, table, {0, 1}, "Share");
  CHECK(has(all, "Sum over the 2 listed rows."));
  CHECK(has(all, "share of the time of all GPU work"));
  CHECK_FALSE(has(all, "The rest of 100 %"));
  const std::string some = help_of(*trace, table, {0}, "Share");
  CHECK(has(some, "Sum over the 1 listed row."));
  CHECK(has(some, "The rest of 100 % is of other rows"));
  CHECK_FALSE(has(help_of(*trace, table, {0}, "Total"), "The rest"));
  CHECK(help_of(*trace, table, {0}, "Mean").empty());
}

TEST_CASE("a footer of launches says how many there are, also where no column has room for it") {
  TraceText text;
  for (const char* id : {"1", "2", "3"}) {
    const std::string begin = std::string(id) + "00";
    text.cpu("cuda_runtime", "cudaLaunchKernel", begin, "5",
             R"("correlation": )" + std::string(id));
    text.kernel(*id == '1' ? "first" : "second", begin + ".9", "10", id);
  }
  const auto trace = text.load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable table = launches_table({results}, LaunchGroupBy::Kernel, {});
  REQUIRE(table.rows.size() == 2);
  ListedRows listed;
  listed.rows = {0, 1};
  listed.matching = 2;
  listed.sums = sums_of(table, listed.rows);
  const RowPicks picks;
  DataFooter footer;
  footer.refresh(*trace, {table, listed, picks});
  CHECK(footer.cell(0, {}).text == "2 rows · 3 launches");
}

TEST_CASE("a sum over modules says that it is over the outermost ones") {
  const HandMadeTrace trace({slice("python_function", "nn.Module: Net_0", "0", "100.5"),
                             slice("python_function", "nn.Module: Linear_0", "10", "20")});
  const AnalysisResults results(*trace, whole_window());
  const DataTable table = modules_table({results}, ModuleOrder::Time, {});
  REQUIRE(table.rows.size() == 2);
  const std::string all = help_of(*trace, table, {0, 1}, "Fwd CPU");
  CHECK(has(all, "Sum over the top rows; nested modules are included in them."));
  const std::string some = help_of(*trace, table, {1}, "Fwd CPU");
  CHECK(has(some, "Sum over the top rows among the 1 listed row; nested modules"));
  CHECK(has(help_of(*trace, table, {0, 1}, "Calls"), "Sum over the 2 listed rows."));
}

}  // namespace lanescope

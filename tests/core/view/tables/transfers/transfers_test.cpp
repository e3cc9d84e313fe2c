// Collectives and copies as rows with links to events.
#include <algorithm>

#include <doctest/doctest.h>

#include "core/view/tables/column_words.h"
#include "core/view/tables/data_tables.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

std::string all_reduce(const char* ts, const char* dur, const std::string& elements,
                       const char* device = "0") {
  return gpu_slice("kernel", "ncclDevKernel_X(int)", ts, dur,
                   R"("Collective name": "allreduce", "dtype": "Float", "In msg nelems": )" +
                       elements + R"(, "Out msg nelems": )" + elements +
                       R"(, "Group size": 2, "Process Group Name": "0")",
                   "7", device);
}

using MakeTable = DataTable (*)(const DataInput& in, const std::stop_token& stop);
DataTable made(const HandMadeTrace& trace, MakeTable make) {
  const AnalysisResults results(*trace, whole_window(),
                                [&](EventId event) { return trace.json(event); });
  return make({results}, {});
}

std::string copy(const char* name, const char* ts, const char* dur, const char* bytes) {
  return gpu_slice(name[3] == 'c' ? "gpu_memcpy" : "gpu_memset", name, ts, dur,
                   R"("bytes": )" + std::string(bytes));
}

bool is_usual(const DataTable& table, std::string_view title) {
  const auto at = std::ranges::find(table.columns, title, &DataColumn::title);
  REQUIRE(at != table.columns.end());
  return at->usual;
}

void check_explained(const DataTable& table) {
  CHECK_FALSE(column_words(table.name_title, "").help.empty());
  for (const DataColumn& column : table.columns)
    CHECK_MESSAGE(!column_words(table.name_title, column.title).help.empty(), column.title);
}

}  // namespace

TEST_CASE("collectives have message size, bandwidth and the GPU, and lead to the longest one") {
  const HandMadeTrace trace({all_reduce("0", "10", "1000000"), all_reduce("20", "40", "1000000"),
                             all_reduce("80", "5", "10"), all_reduce("0", "90", "1000000", "1")});
  const DataTable table = made(trace, &collectives_table);
  check_explained(table);
  REQUIRE(table.rows.size() == 3);
  // The slowest first, whichever GPU it is of.
  CHECK(text_of(table, 0, "GPU") == "1");
  CHECK(text_of(table, 1, "GPU") == "0");
  CHECK(table.rows[1].name == "allreduce");
  CHECK(text_of(table, 1, "Message") == "3.815 MiB");
  CHECK(text_of(table, 1, "Ranks") == "2");
  CHECK(text_of(table, 1, "Count") == "2");
  CHECK(text_of(table, 1, "Total") == "50.00 µs");
  CHECK(text_of(table, 1, "Mean") == "25.00 µs");
  CHECK(text_of(table, 1, "Shortest") == "10.00 µs");
  CHECK(text_of(table, 1, "Bus GB/s") == "160");
  CHECK(text_of(table, 1, "Best bus GB/s") == "400");
  const auto longest = trace->find_slice(table.rows[1].event);
  REQUIRE(longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 40'000);
  CHECK(text_of(table, 2, "Message") == "40 B");
  CHECK(table.facts.starts_with("4 collectives · "));
}

TEST_CASE("a collective without arguments has its kernel's short name, and no empty columns") {
  const HandMadeTrace trace({gpu_slice("kernel", "ncclDevKernel_X(ncclArgs<4096ul>)", "0", "5")});
  const DataTable table = made(trace, &collectives_table);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].name == "ncclDevKernel_X");
  CHECK(whole_name(*trace, table.rows[0]) == "ncclDevKernel_X(ncclArgs<4096ul>)");
  for (const char* title : {"Group", "Ranks", "Message", "Bus GB/s"}) {
    CAPTURE(title);
    CHECK_FALSE(is_usual(table, title));
  }
  CHECK(is_usual(table, "Total"));
}

TEST_CASE("copies are by the memory they connect, with bytes and rates") {
  const HandMadeTrace trace({copy("Memcpy HtoD (Pinned -> Device)", "0", "10", "100000"),
                             copy("Memcpy HtoD (Pinned -> Device)", "20", "30", "900000"),
                             copy("Memset (Device)", "60", "1", "64")});
  const DataTable table = made(trace, &copies_table);
  check_explained(table);
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].name == "HtoD pinned host → device");
  CHECK(text_of(table, 0, "Count") == "2");
  CHECK(text_of(table, 0, "Bytes") == "976.6 KiB");
  CHECK(text_of(table, 0, "Time") == "40.00 µs");
  CHECK(text_of(table, 0, "Max GB/s") == "30");
  CHECK(table.rows[1].name == "memset device");
  CHECK(table.facts == "3 copies and memsets · 41.00 µs exposed");
  const auto longest = trace->find_slice(table.rows[0].event);
  REQUIRE(longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 30'000);
}

TEST_CASE("a trace without either says so") {
  const HandMadeTrace trace({gpu_slice("kernel", "gemm", "0", "5")});
  CHECK(made(trace, &collectives_table).rows.empty());
  CHECK(made(trace, &collectives_table).empty == "No communication kernels");
  CHECK(made(trace, &copies_table).empty == "No copies or memsets");
  CHECK(made(trace, &copies_table).facts.empty());
}

}  // namespace lanescope

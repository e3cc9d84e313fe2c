// Whatever a database holds: an export of Nsight Systems, a rocpd file and an RPD file load as far
// as they can be read, every row is an event or listed, and damage to pages costs what is on them.
//
// An input is the statements that make the database, and patches of its bytes; or a database.
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/readers/sqlite/database.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/engine/parcel.h"
#include "tests/fuzz/files/database_file.h"
#include "tests/fuzz/files/file_checks.h"
#include "tests/fuzz/files/file_samples.h"
#include "tests/fuzz/files/made_profiles.h"
#include "tests/fuzz/files/statement_mutator.h"

namespace {

using namespace lanescope;

std::string content(const Parcel& parcel, std::string_view name) {
  for (const auto& [own, text] : parcel.files()) {
    if (own == name) return text;
  }
  return {};
}

std::uint64_t rows_of(const DatabaseFile& database, std::string_view table,
                      std::string_view condition = "1") {
  const bool is_table =
      database.number(fmt::format(
          "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '{}' COLLATE NOCASE",
          table)) == 1;
  if (!is_table) return 0;
  const auto rows =
      database.number(fmt::format("SELECT count(*) FROM \"{}\" WHERE {}", table, condition));
  return static_cast<std::uint64_t>(rows.value_or(0));
}

/// Rows that are one event each, kept or listed.
std::uint64_t plain_rows_of_nsys(const DatabaseFile& database) {
  std::uint64_t rows = 0;
  for (const std::string_view table :
       {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET",
        "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
        "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_OVERHEAD", "PROFILER_OVERHEAD",
        "OSRT_API", "CUBLAS_EVENTS", "CUDNN_EVENTS", "MPI_P2P_EVENTS", "MPI_COLLECTIVES_EVENTS",
        "MPI_OTHER_EVENTS", "GPU_METRICS", "CUDA_GPU_MEMORY_USAGE_EVENTS"})
    rows += rows_of(database, table);
  return rows;
}

struct Expected {
  std::uint64_t least = 0;
  bool exact = false;
};

/// NVTX's rows are one event, two or none; switches and samples become slices together.
Expected events_of_nsys(const DatabaseFile& database) {
  const bool others = rows_of(database, "NVTX_EVENTS") + rows_of(database, "SCHED_EVENTS") +
                          rows_of(database, "COMPOSITE_EVENTS") +
                          rows_of(database, "CUPTI_ACTIVITY_KIND_CUDA_EVENT") !=
                      0;
  return {plain_rows_of_nsys(database), !others};
}

/// Allocations and samples of counters are events only where they say something.
Expected events_of_rocpd(const DatabaseFile& database) {
  Expected expected{0, true};
  for (const std::string& set :
       database.texts("SELECT substr(name, 19) FROM sqlite_schema WHERE type = 'table' AND"
                      " substr(name, 1, 18) = 'rocpd_info_process'")) {
    for (const std::string_view table : {"region", "kernel_dispatch", "memory_copy", "pmc_event"})
      expected.least += rows_of(database, fmt::format("rocpd_{}{}", table, set));
    for (const std::string_view table : {"sample", "memory_allocate"}) {
      if (rows_of(database, fmt::format("rocpd_{}{}", table, set)) != 0) expected.exact = false;
    }
  }
  return expected;
}

Expected events_of_rpd(const DatabaseFile& database) {
  return {rows_of(database, "rocpd_api") + rows_of(database, "rocpd_op") +
              rows_of(database, "rocpd_monitor"),
          true};
}

void check_count(const DatabaseFile& database, const Snapshot& snapshot) {
  const std::string& format = snapshot.info.format;
  const Expected expected = format == "nsys-sqlite" ? events_of_nsys(database)
                            : format == "rocpd"     ? events_of_rocpd(database)
                                                    : events_of_rpd(database);
  const std::string counts =
      fmt::format("{}: {} kept or listed, {} rows", format, snapshot.counts.total, expected.least);
  demand(snapshot.counts.total >= expected.least, "every row is an event or listed", counts);
  demand(!expected.exact || snapshot.counts.total == expected.least, "no row is two events",
         counts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (is_sqlite(input)) {
    (void)check_file("run.db", input);
    return 0;
  }
  const Parcel parcel(input, "statements");
  DatabaseFile database;
  database.run(content(parcel, "statements"));
  const std::string patches = content(parcel, "patches");
  const std::string bytes = patched(database.bytes(), patches);
  const auto trace = check_file("run.db", bytes);
  // Counted anew, as statements may have changed where a table is.
  if (trace && patches.empty() && trace->snapshot->report.complete)
    check_count(DatabaseFile(bytes), *trace->snapshot);
  return 0;
}

namespace lanescope {
namespace {

std::string profile(std::mt19937_64& random) {
  constexpr std::array kMakers = {nsys_statements, nsys_statements, rocpd_statements,
                                  rpd_statements};
  return kMakers[below(random, kMakers.size())](random);
}

/// Text is stored in another form, rows lie on other pages.
std::string_view setting(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 8> kSettings = {"",
                                                         "",
                                                         "",
                                                         "",
                                                         "PRAGMA encoding = 'UTF-16le';\n",
                                                         "PRAGMA encoding = 'UTF-16be';\n",
                                                         "PRAGMA page_size = 512;\n",
                                                         "PRAGMA auto_vacuum = FULL;\n"};
  return kSettings[below(random, kSettings.size())];
}

/// A database that a profiler wrote, with fewer changes than a made one, as each takes longer.
std::string changed_sample(const std::string& sample, std::mt19937_64& random) {
  DatabaseFile database(sample);
  for (std::size_t changes = below(random, 5); changes > 0; --changes)
    database.run(hostile_statement(database, random));
  const std::string bytes = database.bytes();
  return below(random, 2) == 0 ? patched(bytes, hostile_patches(bytes, random)) : bytes;
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 3> kEndings = {".sqlite", ".db", ".rpd"};
  const auto sample = below(random, 3) == 0
                          ? file_sample(random, kEndings[below(random, kEndings.size())])
                          : std::nullopt;
  if (sample) return changed_sample(*sample, random);
  std::string statements = std::string(setting(random)) + profile(random);
  DatabaseFile database;
  database.run(statements);
  for (std::size_t changes = below(random, 8); changes > 0; --changes) {
    const std::string one = hostile_statement(database, random);
    database.run(one);
    statements += one;
  }
  Parcel parcel;
  parcel.add("statements", statements);
  if (below(random, 3) == 0) parcel.add("patches", hostile_patches(database.bytes(), random));
  return parcel.bytes();
}

}  // namespace lanescope

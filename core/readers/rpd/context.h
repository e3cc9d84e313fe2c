// What the parts of the RPD reader share while a file is read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/readers/rocm/trace.h"
#include "core/readers/rpd/launches.h"
#include "core/readers/rpd/tables.h"

namespace lanescope {

/// The processes, and which one made a call.
class RpdProcesses {
 public:
  explicit RpdProcesses(RocmTrace& trace) : trace_(&trace) {}

  RocmProcess& of_pid(std::int64_t pid);
  /// Calls must be noted by rising ids.
  void note_call(std::int64_t id, RocmProcess& process);
  /// The first process if the call is unknown.
  RocmProcess& of_call(std::optional<std::int64_t> id);

 private:
  RocmTrace* trace_;
  std::map<std::int64_t, RocmProcess*> by_pid_;
  RocmProcess* first_ = nullptr;
  std::vector<std::pair<std::int64_t, RocmProcess*>> runs_;  // from the first call of each
};

struct RpdContext {
  SqliteDatabase& database;
  DatabaseStrings& strings;
  const RpdLaunches& launches;
  RpdProcesses& processes;
  RocmTrace& trace;
};

/// The times of a row; without usable ones it is reported as lost.
std::optional<TimeRange> rpd_times(const RpdContext& context, SqliteRows& rows, int begin, int end);
/// False if the user stops the load.
bool rpd_goes_on(const RpdContext& context, std::uint64_t rows);

/// Reports values of wrong types. Call at the end of a table.
void report_malformed(const RpdContext& context, const SqliteRows& rows, std::string_view table);

/// Calls and ranges of threads.
void read_rpd_calls(const RpdContext& context);
/// Work of GPUs; after the calls.
void read_rpd_operations(const RpdContext& context);
/// Values sampled of GPUs, such as clocks; after the calls.
void read_rpd_monitors(const RpdContext& context);

}  // namespace lanescope

// RocpdCounters: values that were measured in events, as curves.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/readers/rocm/process.h"
#include "core/readers/rocpd/definitions.h"

namespace lanescope {

class RocpdCounters {
 public:
  RocpdCounters(SqliteDatabase& database, const RocpdSet& set, const RocpdDefinitions& definitions,
                RowSink& sink);

  /// Writes the values of an event. False if there are none.
  bool write(std::optional<std::int64_t> event, Ns time_ns, RocmProcess& process);
  /// Reports values of events without a time. Call at the end.
  void report_unused();

 private:
  struct Value {
    std::int64_t event, counter;
    double value;
    bool used = false;
  };
  LocalId name_of(std::int64_t counter);

  const RocpdDefinitions* definitions_;
  RowSink* sink_;
  std::vector<Value> values_;  // by event
  std::unordered_map<std::int64_t, LocalId> names_;
};

}  // namespace lanescope

// What the parts of the rocpd reader share while a set is read, and what rows of all kinds have in
// common.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/readers/rocm/trace.h"
#include "core/readers/rocpd/counters.h"
#include "core/readers/rocpd/definitions.h"
#include "core/readers/rocpd/id_values.h"
#include "core/readers/rocpd/set.h"

namespace lanescope {

struct RocpdContext {
  SqliteDatabase& database;
  const RocpdSet& set;
  const RocpdDefinitions& definitions;
  DatabaseStrings& strings;
  const IdValues& timestamps;  // of schema 4
  const IdValues& stacks;      // stack ids of events: a call, and what it launched
  RocpdCounters& counters;
  RocmTrace& trace;
  std::map<std::int64_t, RocmProcess*>& processes;  // by id

  /// Of an unknown id the first process, or one of number 0.
  [[nodiscard]] RocmProcess& process(std::optional<std::int64_t> id) const;
};

/// One of the tables with events.
class RocpdRows {
 public:
  /// The columns that all tables have come first; `own` are numbered from 0.
  RocpdRows(const RocpdContext& context, std::string_view table, RocpdTable number,
            std::initializer_list<std::string_view> own);

  /// False at the end, and if the user stops the load.
  bool next();

  // Of the current row.

  /// Without usable times the row is reported as lost.
  [[nodiscard]] std::optional<TimeRange> times();
  [[nodiscard]] std::optional<Ns> time();  // of a sample
  /// Of schema 4, that of its track.
  [[nodiscard]] RocpdTrack track();
  /// Number of the call, or of the one that launched it; 0: none.
  [[nodiscard]] std::uint64_t stack();
  [[nodiscard]] Place place() const;
  /// The thread's own number; 0 if unknown.
  [[nodiscard]] std::int64_t tid(const RocpdTrack& track) const;
  /// The lane of GPU work on a stream, or else a queue.
  LocalId lane(RocmProcess& process, const RocpdTrack& track, std::int64_t device);

  [[nodiscard]] std::optional<std::int64_t> event() { return rows_.integer(kEvent); }
  [[nodiscard]] std::optional<std::int64_t> integer(int own) { return rows_.integer(at(own)); }
  [[nodiscard]] std::string_view text(int own) { return rows_.text(at(own)); }
  [[nodiscard]] std::int64_t row_id() const { return rows_.row_id(); }

 private:
  enum Column : int {
    kBegin,
    kEnd,
    kTime,
    kBeginId,
    kEndId,
    kTimeId,
    kTrack,
    kProcess,
    kThread,
    kAgent,
    kQueue,
    kStream,
    kEvent,
    kColumns
  };
  static int at(int own) { return kColumns + own; }
  void lose();

  const RocpdContext& context_;
  std::string_view table_;
  RocpdTable number_;
  SqliteRows rows_;
  std::uint64_t count_ = 0;
};

/// Regions and samples of the host.
void read_rocpd_host(const RocpdContext& context);
/// Dispatches, copies and allocations.
void read_rocpd_gpu(const RocpdContext& context);

}  // namespace lanescope

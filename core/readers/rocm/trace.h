// RocmTrace: takes what a reader of AMD's profiles finds, and builds the snapshot.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/readers/rocm/process.h"
#include "core/readers/rows/calls.h"
#include "core/readers/rows/launched_work.h"
#include "core/readers/rows/operator_ranges.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/rows/step_prefix.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

class RocmTrace {
 public:
  RocmTrace(TraceInfo info, const LoadOptions& options);
  RocmTrace(const RocmTrace&) = delete;
  RocmTrace& operator=(const RocmTrace&) = delete;

  [[nodiscard]] RowSink& sink() { return sink_; }
  [[nodiscard]] TraceInfo& info() { return info_; }
  /// Lives as long as this. `title` may be a command's path, of which the last part is shown.
  RocmProcess& add_process(std::int64_t pid, std::string_view title);

  struct Row {
    LocalId track = 0;
    std::string_view category;
    LocalId name = 0;
    TimeRange times;
    Place place;
  };
  /// A call of a thread. `key` is the number that the work it launches refers to it by, unique in
  /// its process; 0: none.
  void call(const RocmProcess& process, const Row& row, std::uint64_t key);
  /// GPU work. `key`: that of the call that launched it.
  void work(const RocmProcess& process, const Row& row, std::uint64_t key);
  /// Anything else that launches nothing itself.
  void span(const Row& row);
  /// A roctx range of a thread: an operator of torch's emit_nvtx, or an annotation. The row's
  /// category and name are not used.
  void range(const RocmProcess& process, Row row, const RangeText& text);
  void mark(const Row& row);
  /// An annotation that may begin and end on different threads; its track is not used.
  void process_span(const RocmProcess& process, const Row& row);

  /// Reports progress. False if the user stops the load.
  bool go_on(std::uint64_t bytes_done);
  /// The same where it is not known how far reading is.
  bool report_events();

  /// Call once, at the end.
  std::shared_ptr<const Snapshot> build(bool complete, bool damaged = false);

 private:
  RowSink::Slice slice_of(const Row& row);
  void report_launches();

  TraceInfo info_;
  const LoadOptions* options_;
  RawSliceStore store_;
  std::vector<std::unique_ptr<WorkerTables>> tables_ = one_worker();
  std::vector<RawBatch> batches_ = std::vector<RawBatch>(1);
  RowSink sink_;
  CallNumbers numbers_;
  OperatorRanges operators_;
  StepPrefixes steps_;
  std::vector<std::unique_ptr<RocmProcess>> processes_;
  std::set<std::int64_t> pids_;
  std::uint64_t process_spans_ = 0;
  LaunchedWork launched_;
};

}  // namespace lanescope

// EventPass: one pass over the list of events by several workers, each with its own parser, tables
// and batches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/build/tracks/link_numbers.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/readers/json/event_slices.h"
#include "core/readers/json/top_level.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

class EventPass {
 public:
  EventPass(ByteSource& source, const EventList& list, const EventSlices::Options& slicing,
            const LoadOptions& options);
  ~EventPass();
  EventPass(const EventPass&) = delete;
  EventPass& operator=(const EventPass&) = delete;

  /// Parses up to `most` slices with all workers, and waits for them. False at the end of the text,
  /// or after cancellation.
  bool parse_some(std::uint64_t most);

  // Between calls of parse_some:
  [[nodiscard]] bool cancelled() const;
  /// Some slice did not begin or end between events: the text must be split in exact mode.
  [[nodiscard]] bool cut_is_doubtful() const;
  /// Text offset of the list's ']'; nullopt if the text ended before it.
  [[nodiscard]] std::optional<std::uint64_t> list_end() const;
  /// Text after the end of the list was parsed as events.
  [[nodiscard]] bool ran_past(std::uint64_t list_end) const;
  [[nodiscard]] std::uint64_t text_bytes() const;

  /// Everything parsed so far, in file order.
  std::vector<RawBatch> take_batches();
  /// After a preview: returns the batches, so they can be taken again.
  void give_back(std::vector<RawBatch> batches);

  RawSliceStore& store() { return store_; }
  [[nodiscard]] const std::vector<std::unique_ptr<WorkerTables>>& tables() const { return tables_; }
  [[nodiscard]] unsigned threads() const { return threads_; }

 private:
  struct Worker;
  void report_progress(const Worker& worker) const;

  ByteSource* source_;
  const LoadOptions* options_;
  unsigned threads_;
  RawSliceStore store_;
  LinkNumbers links_;
  EventSlices slices_;
  std::vector<std::unique_ptr<WorkerTables>> tables_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace lanescope

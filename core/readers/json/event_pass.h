// EventPass: one walk over the list of events with a team of workers, each with a parser, tables
// and batches of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

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

  /// Parses up to `most` slices of text with all workers and waits for them; false when the text
  /// has ended, or the user has had enough.
  bool parse_some(std::uint64_t most);

  // Between calls of parse_some:
  [[nodiscard]] bool cancelled() const;
  /// Some slice did not begin or end where an event does: the text must be cut in exact mode.
  [[nodiscard]] bool cut_is_doubtful() const;
  /// Text offset of the list's ']'; nullopt when the text ended before it.
  [[nodiscard]] std::optional<std::uint64_t> list_end() const;
  /// Something behind the end of the list was taken for events.
  [[nodiscard]] bool ran_past(std::uint64_t list_end) const;
  [[nodiscard]] std::uint64_t text_bytes() const;

  /// Everything parsed so far, in the order of the file.
  std::vector<RawBatch> take_batches();
  /// After a preview: the batches go back to be taken again.
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
  EventSlices slices_;
  std::vector<std::unique_ptr<WorkerTables>> tables_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace lanescope

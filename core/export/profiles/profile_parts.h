// What the writers of profiles share: which threads, how they and their frames are called, and
// pieces of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/value_words.h"
#include "core/export/profiles/stack_walk.h"
#include "core/export/trace_writer.h"

namespace lanescope {

/// A frame's name and, for Python, where the function begins: the readers put them together again.
struct FrameParts {
  std::string function, file;
  std::int64_t line = 0;
};

class ProfileParts {
 public:
  ProfileParts(const Snapshot& trace, const TextSink& sink, const TraceWriteOptions& options);

  [[nodiscard]] const Snapshot& trace() const { return trace_; }
  [[nodiscard]] const std::optional<TimeRange>& range() const { return options_.range; }
  /// What is covered: the range, or the trace.
  [[nodiscard]] TimeRange extent() const { return extent_; }
  [[nodiscard]] const std::vector<const Track*>& threads() const { return threads_; }

  /// As the trace is redacted; valid as long as the trace and the redaction.
  [[nodiscard]] std::string_view name_of(const StackFrame& frame) const;
  [[nodiscard]] FrameParts parts_of(const StackFrame& frame) const;
  /// "Process 12 Thread 34 main".
  [[nodiscard]] std::string name_of(const Track& thread) const;
  /// What its lengths are, if not times: of an opened heap profile, bytes.
  [[nodiscard]] LaneValues values_of(const Track& thread) const;
  /// The process ID; nullopt if it is no number.
  [[nodiscard]] std::optional<std::int64_t> process_of(const Track& thread) const;

  /// Passes the text on and empties it once it has `least` bytes; false to stop.
  bool flush(std::string& text, std::size_t least) const;
  /// Tells that so many threads are written.
  void tell(std::size_t threads) const;

 private:
  const Snapshot& trace_;
  const TextSink& sink_;
  const TraceWriteOptions& options_;
  const std::vector<const Track*> threads_;
  const TimeRange extent_;
};

/// False if the sink stopped.
bool write_speedscope(const ProfileParts& parts);
bool write_pprof(const ProfileParts& parts);
bool write_collapsed(const ProfileParts& parts);

}  // namespace lanescope

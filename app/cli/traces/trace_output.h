// For verbs that write traces: reading events, ending early, and what they tell about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/traces/open_trace.h"
#include "core/export/redaction.h"

namespace lanescope {

/// Makes sure that Ctrl-C or a time limit leaves no incomplete file behind: while one exists, they
/// only set signal(). Main thread; one at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// The signal that arrived; 0 if none.
  static int signal();

 private:
  void (*before_)(int);
  void (*before_term_)(int);
};

/// Reads events, and counts those that can no longer be read from the file.
struct CountingReader {
  const Session& session;
  std::uint64_t lost = 0;
  std::string reason;

  std::optional<JsonValue> read(EventId event);
};

/// Reports what was lost before the trace was written, when it was loaded, and now.
void tell_losses(const Snapshot& trace, const CountingReader& reader, const std::string& path);

/// Prints one line for each kind of name: how many were replaced, with examples.
void print_replaced(const Redaction& redaction);

}  // namespace lanescope

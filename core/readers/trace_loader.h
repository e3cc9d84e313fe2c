// From a file to a snapshot: recognise, read, build, publish.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/json/event_texts.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct LoadOptions {
  unsigned threads = 0;                // 0: all the machine has
  std::size_t slice_bytes = 2U << 20;  // text parsed at once by a worker; tests use tiny ones
  LoadProgress* progress = nullptr;
  /// Called on the loading thread with provisional snapshots (complete == false) while the load
  /// runs; none without it.
  std::function<void(std::shared_ptr<const Snapshot>)> preview;
};

struct LoadedTrace {
  std::shared_ptr<const Snapshot> snapshot;  // complete
  std::shared_ptr<const EventTexts> texts;   // of single events
};

/// Loads a trace. Errors: NotFound, Unreadable, WrongFormat (the message says what the file is
/// instead), Unsupported (a recording of another major version, a file too large to be converted),
/// Cancelled (a pipe, before its end). A damaged trace is no error: what could be read is there,
/// the report says the rest. Cancelling keeps what was read.
Result<LoadedTrace> load_trace(const std::string& path, const LoadOptions& options = {});

/// The same from a source, e.g. memory in tests.
Result<LoadedTrace> load_trace(std::shared_ptr<ByteSource> source, const std::string& name,
                               const LoadOptions& options = {});

}  // namespace lanescope

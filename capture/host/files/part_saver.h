// Saves what a recording has kept so far as a file of its own, while the recording goes on.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "capture/host/files/disk.h"
#include "capture/host/files/kept_segments.h"
#include "core/base/result.h"

namespace lanescope {

/// A recording in several files.
struct SavedPart {
  std::string beside;           // "run.lanes": saved to "run.1.lanes", or the next free number
  mode_t rights = 0;            // restricted by the umask
  Disk* disk = nullptr;         // outlives the saver
  std::vector<FilePart> parts;  // one after another
  std::vector<CutEvents> begun_earlier;  // behind the first part
  std::string trigger;                   // text of its Trigger chunk
  std::string end;                       // text of its End chunk
  std::int64_t time_ns = 0;              // of both; of the parts, nothing is later
};

struct SavedPartFile {
  std::string path;
  std::uint64_t bytes = 0;
  std::string problem;  // why there is no such file; empty: there is
};

/// Copies on a thread of its own, because rings must not wait for the disk. Otherwise one thread.
class PartSaver {
 public:
  PartSaver() = default;
  ~PartSaver() = default;  // waits for it
  PartSaver(const PartSaver&) = delete;
  PartSaver& operator=(const PartSaver&) = delete;

  /// Only while nothing is being saved. Errors: Unsupported (no thread can be created).
  std::optional<Error> start(SavedPart part);
  [[nodiscard]] bool is_busy() const { return thread_.joinable(); }
  /// What was saved, once.
  std::optional<SavedPartFile> take_done();
  /// Waits for it.
  std::optional<SavedPartFile> wait();

 private:
  void save(const SavedPart& part);

  int next_number_ = 1;
  SavedPartFile result_;
  std::atomic<bool> done_{false};
  std::jthread thread_;  // last, so destroyed first
};

}  // namespace lanescope

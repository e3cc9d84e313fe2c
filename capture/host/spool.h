// The capture file while it is written: everything as it comes, or the last of it. Never fails in
// the middle of a capture: what finds no room is counted, and said once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "capture/host/chunk_file.h"
#include "capture/host/disk_sync.h"
#include "capture/host/kept_segments.h"
#include "core/base/result.h"

namespace lanescope {

/// One thread.
class Spool {
 public:
  /// Opens the file; what was in it stays until begin(). Errors: Unreadable.
  static Result<std::unique_ptr<Spool>> open(const std::string& path, KeepLast keep);

  /// Removes the file if it is new, when nothing has been begun.
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// Replaces what the file held.
  void begin(std::int64_t start_ns);

  void append_records(std::uint32_t process, std::uint32_t lane, std::span<const std::byte> records,
                      std::uint64_t count);
  void append_text(wire::ChunkKind kind, std::uint32_t process, std::string_view text);

  /// Joins what is kept and closes the capture in good order with `text`. Waits for the disk. A
  /// file that was removed meanwhile is written again.
  void end(std::string_view text);

  /// What went wrong since the last call, once each: a line for the user.
  std::optional<std::string> take_problem();

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  [[nodiscard]] std::uint64_t bytes() const;
  /// Whether the file lies under its name, once it has ended.
  [[nodiscard]] bool in_place() const { return in_place_; }
  [[nodiscard]] std::uint64_t lost_bytes() const { return lost_bytes_; }
  [[nodiscard]] std::uint64_t lost_records() const { return lost_records_; }
  [[nodiscard]] std::uint64_t dropped_records() const {  // too old to be kept
    return segments_ ? segments_->dropped_records() : 0;
  }

 private:
  explicit Spool(ChunkFile file, KeepLast keep);

  bool append(const Chunk& chunk);
  void put_back();
  void note_failure(int reason);

  ChunkFile file_;
  std::optional<KeptSegments> segments_;
  bool begun_ = false;
  bool in_place_ = true;
  bool failed_ = false;  // records after a gap would refer to definitions that were lost
  std::uint64_t lost_bytes_ = 0, lost_records_ = 0;
  std::optional<std::string> problem_;
  bool sync_failed_ = false;
  std::shared_ptr<FileDescriptor> growing_;
  std::unique_ptr<DiskSync> sync_;
};

}  // namespace lanescope

// The capture file while it is written: either everything, or only the last part. Never fails
// during a capture: what cannot be written is counted and reported once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/host/files/chunk_file.h"
#include "capture/host/files/disk.h"
#include "capture/host/files/kept_segments.h"
#include "capture/host/files/part_saver.h"
#include "capture/host/files/recording_file.h"
#include "core/base/result.h"

namespace lanescope {

/// One thread.
class Spool {
 public:
  /// Claims the name; the file's contents stay until begin(). Starts a thread. Errors: Unreadable,
  /// Unsupported (no thread can be created).
  static Result<std::unique_ptr<Spool>> open(const std::string& path, KeepLast keep,
                                             const RecordingFileRequest& request = {});

  /// Removes the file if it is new and either begin() was never called or removal was requested.
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// Call when there is something to record: makes room for it, and writes what was appended so
  /// far.
  void begin(std::int64_t start_ns);
  [[nodiscard]] bool begun() const { return begun_; }

  /// Until begin(), records and texts are kept in memory, so little should be appended before.
  void append_records(std::uint32_t process, std::uint32_t channel,
                      std::span<const std::byte> records, std::uint64_t count);
  void append_text(wire::ChunkKind kind, std::uint32_t process, std::string_view text);

  /// Appends the kept segments and closes the capture properly with "why=" and what is missing.
  /// Waits for the disk. A file removed meanwhile is written again. Leaves nothing of a capture
  /// that has not begun. Nothing may be appended afterwards.
  void end(std::string_view why);

  /// What is kept now, as a recording of its own that can be saved while this one goes on. It must
  /// have begun.
  [[nodiscard]] SavedPart part() const;

  /// Instead of end(): everything worth keeping was saved, so the file and its segments are
  /// removed.
  void give_up();

  /// The file contains nothing worth keeping: it is removed when the spool is destroyed. Until then
  /// others may still follow it.
  void remove_at_last() { unwanted_ = true; }

  /// What went wrong since the last call, each problem once: a line for the user. What would help
  /// is in advice().
  std::optional<std::string> take_problem();

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  [[nodiscard]] std::uint64_t bytes() const;
  /// Once ended: whether there is a recording. False if none was begun, or not even the header
  /// could be written.
  [[nodiscard]] bool left_recording() const { return ended_; }
  /// What would help against the last problem; may be empty.
  [[nodiscard]] const std::string& advice() const { return advice_; }
  /// Once ended: whether the file exists under its name, with all that was written.
  [[nodiscard]] bool in_place() const { return in_place_; }
  /// Once ended: the number of segment files that could not be appended to the file.
  [[nodiscard]] std::size_t left_segments() const { return left_segments_; }
  /// The new name of an older recording that was cut short; empty if there was none.
  [[nodiscard]] const std::string& set_aside() const { return set_aside_; }
  [[nodiscard]] std::uint64_t lost_bytes() const { return lost_bytes_; }
  [[nodiscard]] std::uint64_t lost_records() const { return lost_records_; }
  /// Whether records were lost and no event was ever written: tables without anything that refers
  /// to them are no recording.
  [[nodiscard]] bool lost_everything() const { return lost_records_ != 0 && !wrote_event_; }
  [[nodiscard]] std::uint64_t dropped_records() const {  // too old to keep
    return segments_ ? segments_->dropped_records() : 0;
  }
  /// From the beginning of the recording to what is kept; 0: all is.
  [[nodiscard]] std::int64_t dropped_ns() const { return segments_ ? segments_->dropped_ns() : 0; }

 private:
  /// Data appended before begin().
  struct Early {
    Chunk chunk;  // without its payload
    std::string payload;
    std::uint64_t records = 0;
  };

  Spool(ChunkFile file, KeepLast keep);

  void discard();
  bool append(Chunk chunk);
  bool write(const Chunk& chunk);
  void append_records(const Chunk& chunk, std::uint64_t count);
  void join();
  void append_last(wire::ChunkKind kind, const std::string& text);
  void put_back();
  void note_failure(const std::string& reason);
  void note_failure(int reason);
  /// Whether the file was truncated by another program: no reader opens it any more.
  bool was_cut();
  [[nodiscard]] std::string last_words(std::string_view why) const;

  ChunkFile file_;
  std::optional<KeptSegments> segments_;
  bool begun_ = false, ended_ = false, unwanted_ = false;
  std::vector<Early> early_;
  bool in_place_ = true;
  std::size_t left_segments_ = 0;
  std::string set_aside_;
  bool failed_ = false;  // then no more records are written: they may refer to lost definitions
  std::uint64_t lost_bytes_ = 0, lost_records_ = 0;
  bool wrote_event_ = false;
  std::optional<std::string> problem_;
  bool sync_failed_ = false;
  std::shared_ptr<FileDescriptor> growing_;
  std::unique_ptr<DiskSync> sync_;
  std::uint32_t last_number_ = 0;  // of the chunks that were written
  bool cut_ = false;
  std::string advice_;
};

}  // namespace lanescope

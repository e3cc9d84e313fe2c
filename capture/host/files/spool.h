// The capture file while it is written: everything as it comes, or the last of it. Never fails in
// the middle of a capture: what finds no room is counted, and said once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/host/files/chunk_file.h"
#include "capture/host/files/disk_sync.h"
#include "capture/host/files/kept_segments.h"
#include "capture/host/files/recording_file.h"
#include "core/base/result.h"

namespace lanescope {

/// One thread.
class Spool {
 public:
  /// Takes the name; what was in the file stays until begin(). Starts a thread. Errors: Unreadable,
  /// Unsupported (the system gives no thread).
  static Result<std::unique_ptr<Spool>> open(const std::string& path, KeepLast keep,
                                             const RecordingFileRequest& request = {});

  /// Removes the file if it is new, when nothing has been begun or that was asked for.
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// There is something to record: makes room for it, and writes what was appended until now.
  void begin(std::int64_t start_ns);
  [[nodiscard]] bool begun() const { return begun_; }

  /// Until begin() records and texts are kept in memory: little may come until then.
  void append_records(std::uint32_t process, std::uint32_t channel,
                      std::span<const std::byte> records, std::uint64_t count);
  void append_text(wire::ChunkKind kind, std::uint32_t process, std::string_view text);

  /// Joins what is kept and closes the capture in good order with "why=" and what is missing. Waits
  /// for the disk. A file that was removed meanwhile is written again. Of a capture that has not
  /// begun nothing is left. Nothing may be appended afterwards.
  void end(std::string_view why);

  /// The file holds nothing that anybody looks for, and goes with the spool: until then who follows
  /// it may do so.
  void remove_at_last() { unwanted_ = true; }

  /// What went wrong since the last call, once each: a line for the user.
  std::optional<std::string> take_problem();

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  [[nodiscard]] std::uint64_t bytes() const;
  /// Whether there is a recording, once it has ended: none was begun, or not even its header found
  /// room.
  [[nodiscard]] bool left_recording() const { return ended_; }
  /// Whether the file lies under its name, once it has ended.
  [[nodiscard]] bool in_place() const { return in_place_; }
  /// Segments beside the file that found no room in it; once it has ended.
  [[nodiscard]] std::size_t left_segments() const { return left_segments_; }
  /// Under which name an older recording goes on that was cut short; empty: there was none.
  [[nodiscard]] const std::string& set_aside() const { return set_aside_; }
  [[nodiscard]] std::uint64_t lost_bytes() const { return lost_bytes_; }
  [[nodiscard]] std::uint64_t lost_records() const { return lost_records_; }
  [[nodiscard]] std::uint64_t dropped_records() const {  // too old to be kept
    return segments_ ? segments_->dropped_records() : 0;
  }

 private:
  /// What came before begin().
  struct Early {
    Chunk chunk;  // without its payload
    std::string payload;
    std::uint64_t records = 0;
  };

  Spool(ChunkFile file, KeepLast keep);

  void discard();
  bool append(const Chunk& chunk);
  void append_records(const Chunk& chunk, std::uint64_t count);
  void join();
  void append_last(wire::ChunkKind kind, const std::string& text);
  void put_back();
  void note_failure(const std::string& reason);
  void note_failure(int reason);
  [[nodiscard]] std::string last_words(std::string_view why) const;

  ChunkFile file_;
  std::optional<KeptSegments> segments_;
  bool begun_ = false, ended_ = false, unwanted_ = false;
  std::vector<Early> early_;
  bool in_place_ = true;
  std::size_t left_segments_ = 0;
  std::string set_aside_;
  bool failed_ = false;  // records after a gap would refer to definitions that were lost
  std::uint64_t lost_bytes_ = 0, lost_records_ = 0;
  std::optional<std::string> problem_;
  bool sync_failed_ = false;
  std::shared_ptr<FileDescriptor> growing_;
  std::unique_ptr<DiskSync> sync_;
};

}  // namespace lanescope

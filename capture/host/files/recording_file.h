// Under which name a recording is written, and what happens to an existing one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/host/files/chunk_file.h"
#include "core/base/result.h"

namespace lanescope {

/// What to do if a recording of that name exists.
enum class FileThere : std::uint8_t {
  Refuse,
  NextNumber,  // "run-2.lanes" instead of "run.lanes"
  Replace,     // once there is something to record
};

struct RecordingFileRequest {
  FileThere there = FileThere::Refuse;
  bool shared = false;   // others may read it, if the umask allows; else only this user
  Disk* disk = nullptr;  // null: system_disk()
};

/// Opens and locks the file for a new recording without changing its contents; its folder is
/// created if there is none. Segments left next to a name by a killed recorder (kept_segments.h)
/// also count as a recording, so the name is taken. Errors: Unreadable (message: why and what to
/// do).
Result<ChunkFile> open_recording_file(const std::string& path, const RecordingFileRequest& request);

/// The segment files of a recording, by number. Cost: lists the folder.
std::vector<std::string> segments_beside(const std::string& path);

/// Makes room for a new recording: an old one that left segments is renamed to the next number, and
/// that name is returned; any other is emptied, and nothing is returned. `file` is at its start
/// afterwards. Errors: Unreadable; the old one is then unchanged.
Result<std::string> replace_recording(ChunkFile& file);

}  // namespace lanescope

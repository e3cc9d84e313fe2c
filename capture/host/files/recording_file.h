// Under which name a recording goes to the disk, and what becomes of one that is there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/host/files/chunk_file.h"
#include "core/base/result.h"

namespace lanescope {

/// What to do when there is a recording of that name.
enum class FileThere : std::uint8_t {
  Refuse,
  NextNumber,  // "run-2.lanes" instead of "run.lanes"
  Replace,     // once there is something to put in its place
};

struct RecordingFileRequest {
  FileThere there = FileThere::Refuse;
  bool shared = false;   // others may read it, as far as the umask lets them; else only this user
  Disk* disk = nullptr;  // null: system_disk()
};

/// The file of a recording that begins, locked, without having changed what it holds. Segments that
/// a killed recorder left beside a name (kept_segments.h) are a recording too, and in use. Errors:
/// Unreadable (message: why and what to do).
Result<ChunkFile> open_recording_file(const std::string& path, const RecordingFileRequest& request);

/// The segments beside a recording's file, by their number. Cost: a look at the folder.
std::vector<std::string> segments_beside(const std::string& path);

/// Makes room for a new recording: an old one that left segments goes on under the next number,
/// which is what this returns; any other is emptied, and nothing is returned. `file` is at its
/// beginning afterwards. Errors: Unreadable, and the old one is as it was.
Result<std::string> replace_recording(ChunkFile& file);

}  // namespace lanescope

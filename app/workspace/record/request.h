// What a user asks to be recorded, as it stands in the dialog.
#pragma once

#include <string>

#include "capture/host/runner/options.h"
#include "core/base/result.h"

namespace lanescope {

struct RecordRequest {
  std::string command;  // as typed in a shell; variables may stand before it
  std::string folder;   // the command's; empty: ours
  std::string environment;
  CaptureLevel level = CaptureLevel::Usual;
  bool stacks = true, shapes = false, memory = false;
  std::string duration;   // "30", "2 min"; empty: until it ends or is stopped
  std::string keep_last;  // the same; empty: all
  std::string file;
  friend bool operator==(const RecordRequest&, const RecordRequest&) = default;
};

/// Errors: Invalid, with a line that names the field.
Result<CaptureOptions> capture_options(const RecordRequest& request);

/// Why the command can not run, one line: there is no such program or script, or no such folder.
/// Empty: it can, or there is none yet. Cost: asks the disk.
std::string why_not_started(const RecordRequest& request);

/// "train.py" of "python train.py": what people call it.
std::string recording_name(const std::string& command);
/// Where its recording goes: the folder it works in, else `folder`; see free_recording_file().
std::string recording_file(const RecordRequest& request, const std::string& folder,
                           std::int64_t now_s);

}  // namespace lanescope

// What a user asks to be recorded, as it stands in the dialog.
#pragma once

#include <string>

#include "capture/host/capture_options.h"
#include "core/base/result.h"

namespace lanescope {

struct RecordWish {
  std::string command;  // as typed in a shell; variables may stand before it
  std::string folder;   // the command's; empty: ours
  std::string environment;
  CaptureLevel level = CaptureLevel::Usual;
  bool stacks = true, shapes = false;
  std::string duration;   // "30", "2 min"; empty: until it ends or is stopped
  std::string keep_last;  // the same; empty: all
  std::string file;
  friend bool operator==(const RecordWish&, const RecordWish&) = default;
};

/// Errors: Invalid, with a line that names the field.
Result<CaptureOptions> capture_options(const RecordWish& wish);

/// "train.py" of "python train.py": what a recording is called.
std::string recording_name(const std::string& command);
/// In `folder`: the name and the time, so that none is overwritten.
std::string recording_file(const std::string& folder, const std::string& command,
                           std::int64_t now_s);

}  // namespace lanescope

// What to record, as entered in the dialog.
#pragma once

#include <string>

#include "capture/host/runner/options.h"
#include "core/base/result.h"

namespace lanescope {

struct RecordRequest {
  std::string command;  // as typed in a shell; may start with variable assignments
  std::string folder;   // working directory of the command; empty: ours
  std::string environment;
  CaptureLevel level = CaptureLevel::Usual;
  bool stacks = true, shapes = false, memory = false;
  bool sample = true;     // each thread, from outside
  bool native = true;     // with samples: native stacks and context switches
  std::string rate;       // of samples: "1 kHz"; empty: 200 Hz
  std::string duration;   // "30", "2 min"; empty: until it ends or is stopped
  std::string keep_last;  // the same; empty: everything, or with a trigger 10 s
  bool trigger = false;   // save the last seconds when something takes too long
  std::string when;       // "step>1.5*median", as for `lanescope record --when`
  std::string times;      // files, after which the recording stops; empty: 1
  std::string after;      // how much of what follows is saved; empty: 1 s
  std::string file;
  friend bool operator==(const RecordRequest&, const RecordRequest&) = default;
};

/// Whether the recording will have everything, from its start on.
inline bool keeps_all(const RecordRequest& request) {
  return request.keep_last.empty() && !request.trigger;
}

/// Errors: Invalid, with a message that names the field.
Result<CaptureOptions> capture_options(const RecordRequest& request);

/// Why its sampling rate cannot be used, in the words of the command line; empty if it can, or if
/// nothing is sampled.
std::string wrong_rate(const RecordRequest& request);

/// Why its condition cannot be waited for; empty if it can, or if nothing was entered yet.
std::string wrong_condition(const RecordRequest& request);

/// Why the command cannot start, in one line: no such program, script or folder. Empty if it can,
/// or if no command was entered. Cost: accesses the disk.
std::string why_not_started(const RecordRequest& request);

/// The program's common name: "train.py" for "python train.py".
std::string recording_name(const std::string& command);
/// The file for its recording: in its working directory, else in `folder`; see
/// free_recording_file().
std::string recording_file(const RecordRequest& request, const std::string& folder,
                           std::int64_t now_s);

}  // namespace lanescope

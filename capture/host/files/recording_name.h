// What a recording is called and where it goes, for the window and the command line alike.
#pragma once

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// What people know a command by: "train.py" of "python -u jobs/train.py", "pkg.train" of "python
/// -m pkg.train", "solver" of "/opt/bin/solver --fast". Empty: there is no command.
std::string program_title(const std::vector<std::string>& command);

/// A file that is not there yet: "FOLDER/train-20240131-154502.lanes" of "python train.py" at that
/// time, in local time; "…-2.lanes" when that one is there. `folder` empty: the current one.
/// `ending` with its dot. Cost: asks the disk.
std::string free_recording_file(const std::string& folder, const std::vector<std::string>& command,
                                std::time_t time, std::string_view ending = ".lanes");

/// The same for a name that is taken: "run-2.lanes" of "run.lanes" and 2. 1: the name itself.
std::string numbered_file(const std::string& file, int number);

/// Before anything is recorded for it: why a new file could not be put there; empty: it can. Makes
/// its folder.
std::string why_not_new_file(const std::string& output);

}  // namespace lanescope

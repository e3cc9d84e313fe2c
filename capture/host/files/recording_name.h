// The name and folder of a recording, for both the window and the command line.
#pragma once

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// The name by which people know a command: "train.py" for "python -u jobs/train.py", "pkg.train"
/// for "python -m pkg.train", "solver" for "nice /opt/bin/solver --fast". Empty if there is no
/// command.
std::string program_title(const std::vector<std::string>& command);

/// A file name that does not exist yet: "FOLDER/train-20240131-154502.lanes" for "python train.py"
/// at that local time; "…-2.lanes" if that exists. Empty `folder`: the current one. `ending`
/// includes its dot. Cost: checks the disk.
std::string free_recording_file(const std::string& folder, const std::vector<std::string>& command,
                                std::time_t time, std::string_view ending = ".lanes");

/// The name with a number: "run-2.lanes" for "run.lanes" and 2. 1: the name itself.
std::string numbered_file(const std::string& file, int number);

/// The name of a part that is saved while the recording goes on: "run.2.lanes" for "run.lanes" and
/// 2.
std::string saved_part_file(const std::string& file, int number);

/// "run.lanes" for "run.json.gz" and other names of JSON; any other name as it is.
std::string recording_instead_of_json(std::string file);

/// Checks, before recording, whether a new file can be created there: the reason if not; empty if
/// so. Creates its folder.
std::string why_not_new_file(const std::string& output);

}  // namespace lanescope

// Where the sources of a trace from another machine lie on this one, learned from one file that the
// user has found.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// What paths in traces begin with, and what stands for it here; both with the slash at their end.
struct SourceFolder {
  std::string recorded;  // empty: paths in the trace are relative
  std::string here;
  friend bool operator==(const SourceFolder&, const SourceFolder&) = default;
};

/// The name of a file without its folders, as in a trace, perhaps one of another system.
std::string recorded_name(const std::string& file);

/// What `recorded`, as in a trace, and `found`, the same file here, have in front of the folders
/// and the name that they share: "/job/src/train.py" and "/home/me/src/train.py" give "/job/" and
/// "/home/me/". nullopt if the names differ.
std::optional<SourceFolder> source_folder_of(const std::string& recorded, const std::string& found);

/// Where a file of a trace would be, whether or not it is there; nullopt if its path does not begin
/// like that.
std::optional<std::string> place_in(const SourceFolder& folder, const std::string& file);

/// Puts it first, in place of one for the same paths. Keeps the newest dozen.
void note_source_folder(std::vector<SourceFolder>& folders, const SourceFolder& folder);

}  // namespace lanescope

// Several files as one input, so that a fuzzer can hold and shrink it and a person can read it:
//
//   ==> options <==
//   window hta
//   ==> trace.json <==
//   {"traceEvents":[]}
//
// Each file ends at the next header line, without the line feed before it. Bytes that do not start
// with a header are a single file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

class Parcel {
 public:
  Parcel() = default;
  /// `lone`: the name for a file without one.
  Parcel(std::string_view bytes, std::string_view lone);

  void add(std::string name, std::string content);
  [[nodiscard]] std::string bytes() const;

  using File = std::pair<std::string, std::string>;  // name and content
  [[nodiscard]] const std::vector<File>& files() const { return files_; }
  /// All files except "options" whose names are valid in a folder, without slashes.
  [[nodiscard]] std::vector<File> inputs() const;

  /// The word after `name` in the file "options", which has one per line; `usual` if there is none.
  [[nodiscard]] std::string option(std::string_view name, std::string_view usual) const;

 private:
  std::vector<File> files_;
};

}  // namespace lanescope

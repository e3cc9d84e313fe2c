// Several files as one input, so that a fuzzer can hold and shrink it and a person can read it:
//
//   ==> options <==
//   window hta
//   ==> trace.json <==
//   {"traceEvents":[]}
//
// Each file ends where the next one's line begins, without the line end before that. Bytes that
// begin otherwise are one file alone.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

class Parcel {
 public:
  Parcel() = default;
  /// `lone`: how a file without a name is called.
  Parcel(std::string_view bytes, std::string_view lone);

  void add(std::string name, std::string content);
  [[nodiscard]] std::string bytes() const;

  using File = std::pair<std::string, std::string>;  // name and content
  [[nodiscard]] const std::vector<File>& files() const { return files_; }
  /// All but "options", whose names are fit for a folder: without slashes.
  [[nodiscard]] std::vector<File> inputs() const;

  /// The word behind `name` in the file "options", a line each; `usual` where there is none.
  [[nodiscard]] std::string option(std::string_view name, std::string_view usual) const;

 private:
  std::vector<File> files_;
};

}  // namespace lanescope

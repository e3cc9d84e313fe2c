// Where a program or library lies in memory, from the head of its file: what is mapped of it may be
// only its code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// One executable mapping of a process, and its file as this process can reach it.
struct MappedCode {
  std::uint64_t begin = 0, end = 0;  // addresses in the process
  std::uint64_t offset = 0;          // in the file
  std::uint32_t file = 0;            // the same number for the same file
  std::string folder, path;          // the root folder of the process, and the path in there; an
                                     // empty path: no file
  std::uint64_t inode = 0;

  friend bool operator==(const MappedCode&, const MappedCode&) = default;
};

/// Where to open a file that a process has at `path`: usually it is the same for us; in a
/// container, it can only be reached by way of a process that runs it, `folder`, as long as there
/// is one. One that is deleted is reached so too: the program itself always, what else is mapped by
/// root only.
std::string reachable_path(const std::string& folder, const std::string& path, std::uint64_t inode);

/// What is loaded, as the program headers list it.
struct ModuleLayout {
  struct Segment {
    std::uint64_t offset = 0, file_bytes = 0, address = 0;
  };
  std::vector<Segment> code;
  std::uint64_t begin = 0, end = 0;  // of all segments, from the bound of a page

  /// What is added to the file's addresses where `mapped` is; nullopt: it is of no segment with
  /// code.
  [[nodiscard]] std::optional<std::uint64_t> bias(const MappedCode& mapped) const;

  static constexpr std::size_t kMostSegments = 64;
};
/// nullopt: no 64-bit program of this processor's byte order. Nothing in the file is trusted.
std::optional<ModuleLayout> read_module_layout(const std::string& path);

}  // namespace lanescope

// Where the code of a process comes from: its executable mappings, as /proc/PID/maps lists them,
// and as the kernel tells of each when it is made. A library may lie where another one was before,
// so who has samples of some time tells the map, in order of time, what was mapped between them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "capture/sampler/system/proc_folder.h"

namespace lanescope {

struct CodeRegion {
  std::uint64_t begin = 0, end = 0;  // addresses in the process
  std::uint64_t offset = 0;          // in the file
  std::uint32_t file = 0;            // as the caller numbers it

  [[nodiscard]] bool overlaps(const CodeRegion& other) const {
    return begin < other.end && other.begin < end;
  }
};

/// One thread.
class CodeMap {
 public:
  /// Gives a number to a file: by its device and inode, and its path in the process. Without an
  /// inode, `path` is a name in brackets, such as "[vdso]", or empty.
  using NumberOf = std::function<std::uint32_t(std::uint64_t device, std::uint64_t inode,
                                               std::string_view path)>;
  /// Reads what is mapped now. What is known stays, and nothing is taken over where one of `later`
  /// is: the samples at hand are from before it was mapped. Cost: 0.1 to 1 ms.
  void read(const ProcFolder& process, const NumberOf& number_of,
            std::span<const CodeRegion> later = {});
  /// It is mapped over what was there.
  void add(const CodeRegion& region);
  /// Null: no code is there, or it was put there later.
  [[nodiscard]] const CodeRegion* find(std::uint64_t address) const;
  [[nodiscard]] const std::vector<CodeRegion>& regions() const { return regions_; }

  static constexpr std::size_t kMostRegions = 1U << 14U;

 private:
  std::vector<CodeRegion> regions_;  // by address
};

/// The regions of the text of a maps file.
std::vector<CodeRegion> parse_code_map(std::string_view text, const CodeMap::NumberOf& number_of);

}  // namespace lanescope

// Where the events of an XSpace are in the file, and what reading one of them again needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

enum class XRole : std::uint8_t {
  Host,
  Gpu,
  Tpu,
  Other,
};

/// Planes that have lines, by position.
struct XPlaneIndex {
  struct Line {
    std::uint64_t begin = 0, end = 0;  // in the file
    std::int64_t stream = -1;          // -1: not a stream of a device
  };
  struct Plane {
    std::uint64_t begin = 0, end = 0;
    XRole role = XRole::Other;
    std::int64_t device = -1;
    std::vector<Line> lines;
    std::unordered_map<std::uint64_t, std::string> names;
    std::unordered_map<std::uint64_t, std::string> kinds;  // messages of those that have stats
    std::optional<std::uint64_t> free_kind;                // events that free memory
  };
  std::vector<Plane> planes;

  // A slice of an HLO op or module is concluded from the kernels that ran for it. Its position in
  // the file is that of the first of them, moved by one or two bytes to be told apart.
  static constexpr std::uint64_t kOp = 1, kModule = 2;
  std::vector<std::uint64_t> concluded;  // such positions, sorted once all are added

  [[nodiscard]] bool is_concluded(std::uint64_t offset) const {
    return std::ranges::binary_search(concluded, offset);
  }
  /// Null if no plane has it.
  [[nodiscard]] const Plane* plane_at(std::uint64_t offset) const { return at(planes, offset); }
  [[nodiscard]] static const Line* line_at(const Plane& plane, std::uint64_t offset) {
    return at(plane.lines, offset);
  }

 private:
  template <typename Part>
  static const Part* at(const std::vector<Part>& parts, std::uint64_t offset) {
    const auto after = std::ranges::upper_bound(parts, offset, {}, &Part::begin);
    if (after == parts.begin() || offset >= (after - 1)->end) return nullptr;
    return &*(after - 1);
  }
};

}  // namespace lanescope

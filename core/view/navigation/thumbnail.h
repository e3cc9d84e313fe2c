// A trace's first view in a few cells: enough to know it again in a list.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/store/snapshot.h"
#include "core/view/colors/role.h"

namespace lanescope {

/// Rows of cells, each with the role of what fills most of it. Colours are the theme's business.
struct Thumbnail {
  static constexpr std::size_t kColumns = 120, kRows = 16;
  static constexpr std::uint8_t kLevels = 15;

  struct Cell {
    ColorRole role = ColorRole::Compute;
    std::uint8_t level = 0;  // how much of it is covered, of kLevels; 0: nothing is there
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::array<Cell, kColumns * kRows> cells{};

  [[nodiscard]] const Cell& at(std::size_t column, std::size_t row) const {
    return cells[row * kColumns + column];
  }
  [[nodiscard]] bool empty() const;
  friend bool operator==(const Thumbnail&, const Thumbnail&) = default;
};

/// Steps, threads and streams in the order of the lane tree, until the rows are full. Cost: that of
/// a small frame; for a worker.
Thumbnail make_thumbnail(const Snapshot& snapshot);

/// For a file of a few KB; `about` is what the picture is of, such as a path and when it was
/// written.
std::string thumbnail_bytes(const Thumbnail& thumbnail, std::string_view about);
/// nullopt when it is about something else, or broken.
std::optional<Thumbnail> parse_thumbnail(std::string_view bytes, std::string_view about);

}  // namespace lanescope

// A trace's first view as a small grid of cells, to recognize it by in a list.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/store/snapshot.h"
#include "core/view/colors/role.h"

namespace lanescope {

/// Rows of cells, each with the role that fills most of it. The theme supplies the colors.
struct Thumbnail {
  static constexpr std::size_t kColumns = 120, kRows = 16;
  static constexpr std::uint8_t kLevels = 15;

  struct Cell {
    ColorRole role = ColorRole::Compute;
    std::uint8_t level = 0;  // how much of it is covered, of kLevels; 0: empty
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::array<Cell, kColumns * kRows> cells{};

  [[nodiscard]] const Cell& at(std::size_t column, std::size_t row) const {
    return cells[row * kColumns + column];
  }
  [[nodiscard]] bool empty() const;
  friend bool operator==(const Thumbnail&, const Thumbnail&) = default;
};

/// Steps, threads and streams in the order of the lane tree, until the rows are full; of a memory
/// snapshot the curve of its memory. Cost: that of a small frame; run it on a worker.
Thumbnail make_thumbnail(const Snapshot& snapshot);

/// For a file of a few KB. `about` identifies what the picture shows, such as a path and its
/// modification time.
std::string thumbnail_bytes(const Thumbnail& thumbnail, std::string_view about);
/// nullopt if it is about something else, or broken.
std::optional<Thumbnail> parse_thumbnail(std::string_view bytes, std::string_view about);

}  // namespace lanescope

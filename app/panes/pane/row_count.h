// What a pane can say of itself where it has no room to be drawn.
#pragma once

#include <cstddef>
#include <optional>

namespace lanescope {

class TraceView;

/// Implemented by panes that are a single table. UI thread only.
class RowCount {
 public:
  RowCount() = default;
  virtual ~RowCount() = default;
  RowCount(const RowCount&) = delete;
  RowCount& operator=(const RowCount&) = delete;

  /// Takes the place of Pane::draw() in a frame: asks for the rows, and returns how many are
  /// listed; nullopt until they are known.
  virtual std::optional<std::size_t> count_rows(TraceView& view) = 0;
};

}  // namespace lanescope

// The tables next to the picture of the blocks: what is alive at the cursor, allocators, spikes,
// all allocations.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/panes/memory/row_menu.h"
#include "app/panes/memory/state.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/table.h"

namespace lanescope {

class MemoryTables {
 public:
  /// Requires blocks.
  void draw(const PaneFrame& frame, MemoryState& state, Rect area);

 private:
  static constexpr std::size_t kMostColumns = 6;
  using RowWords = std::array<std::string, kMostColumns>;

  void draw_bar(const PaneFrame& frame, MemoryState& state, Rect row);
  void draw_blocks(const PaneFrame& frame, MemoryState& state, Rect area);
  void draw_groups(const PaneFrame& frame, const MemoryState& state, Rect area);
  void draw_allocators(const PaneFrame& frame, MemoryState& state, Rect area);
  void draw_spikes(const PaneFrame& frame, MemoryState& state, Rect area);
  void open_menu_of_largest(const MemoryState& state, std::uint32_t block);
  void draw_total(const PaneFrame& frame, const MemoryState& state, Rect row);
  /// Why there are no rows; empty if there are some.
  [[nodiscard]] std::string_view nothing(const MemoryState& state) const;

  void refresh_words(const MemoryState& state);
  const RowWords& words_of_block(const PaneFrame& frame, const MemoryState& state, std::size_t row);
  std::optional<std::size_t> selected_row(const TraceView& view, const MemoryState& state);

  MemoryRowMenu menu_;
  TableState scroll_;
  MemoryTableKind shown_ = MemoryTableKind::Live;
  // Cached texts of rows that were visible, valid for `words_for_`.
  std::unordered_map<std::size_t, RowWords> words_;
  const void* words_for_ = nullptr;
  EventId selected_for_ = EventId::None;
  const BlockRows* selected_in_ = nullptr;
  std::optional<std::size_t> selected_;
  std::vector<TableColumn> columns_;
};

}  // namespace lanescope

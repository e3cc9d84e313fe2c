#include "app/panes/memory/tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/panes/pane/column_help.h"
#include "app/panes/pane/pane_note.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/text_field.h"
#include "core/view/memory/text.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kBarPx = 30;
constexpr float kTotalPx = 20;
constexpr float kFieldPx = 160;
constexpr float kFieldFromPx = 80;
// Beside the picture, a table has little room: the names leave it to two numbers, the first of
// which the rows are sorted by.
constexpr float kNamesPx = 150;
constexpr std::size_t kMostWords = 1000;  // most rows whose texts are cached

constexpr std::array kOrders{BlockOrder::Name,   BlockOrder::Bytes,    BlockOrder::Time,
                             BlockOrder::Source, BlockOrder::Category, BlockOrder::Lifetime};

}  // namespace

void MemoryTables::draw(const PaneFrame& frame, MemoryState& state, Rect area) {
  const Ui& ui = frame.ui;
  menu_.draw(frame);
  draw_bar(frame, state, area.cut_top(ui.px(kBarPx)));
  if (shown_ != state.table) {
    scroll_ = {};
    words_.clear();  // another table shows different texts for the same rows
  }
  shown_ = state.table;
  if (area.height() >= ui.px(kTotalPx)) draw_total(frame, state, area.cut_bottom(ui.px(kTotalPx)));
  refresh_words(state);
  if (const std::string_view why = nothing(state); !why.empty())
    return note_for_rows(ui, area, why);
  switch (state.table) {
    case MemoryTableKind::Live:
    case MemoryTableKind::All:
      return draw_blocks(frame, state, area);
    case MemoryTableKind::LiveByOperator:
      return draw_groups(frame, state, area);
    case MemoryTableKind::Allocators:
      return draw_allocators(frame, state, area);
    case MemoryTableKind::Spikes:
      return draw_spikes(frame, state, area);
  }
}

std::string_view MemoryTables::nothing(const MemoryState& state) const {
  if (shows_alive(state.table) && !state.blocks().list.has_addresses)
    return missing_blocks(state.blocks());
  if (state.report() == nullptr) return "Computing…";
  if (state.table == MemoryTableKind::Allocators)
    return state.report()->allocators.empty() ? "No allocations in this range" : "";
  if (state.table == MemoryTableKind::Spikes) {
    const auto& spikes = state.report()->device.spikes;
    if (!spikes)
      return "Spikes are found by comparing the peaks of steps, but the trace has fewer than two "
             "steps";
    return spikes->empty() ? "No spikes: no peak stands out above the median peak of the steps"
                           : "";
  }
  if (state.rows() == nullptr) return "Computing…";
  if (!state.rows()->blocks.empty()) return "";
  if (!state.filter.empty() && state.rows()->all_count > 0) return "No matching block";
  return state.table == MemoryTableKind::All ? "No allocations in this range"
                                             : "No blocks in the trace are live at that time";
}

void MemoryTables::draw_bar(const PaneFrame& frame, MemoryState& state, Rect row) {
  const Ui& ui = frame.ui;
  row = row.inset(ui.px(8), ui.px(2));
  const bool steps = state.report() != nullptr && state.report()->device.spikes.has_value();
  const std::string spikes =
      steps ? fmt::format("Spikes {}", state.report()->device.spikes->size()) : "Spikes";
  const std::array segments{Segment{"Live", {}}, Segment{"Live by op", {}},
                            Segment{"Allocators", {}}, Segment{spikes, {}}, Segment{"All", {}}};
  const Rect rect = row.cut_left(segments_width(ui, segments));
  const auto clicked =
      draw_segments(ui, "memory.table.", rect, segments, static_cast<std::size_t>(state.table));
  if (clicked) state.table = static_cast<MemoryTableKind>(*clicked);
  if (!lists_blocks(state.table)) return;
  const Rect copy = row.cut_right(ui.px(26));
  if (copy.x0 < rect.x1) return;
  if (icon_button(ui, "memory.copy", copy, icon::kCopy, "Copy the rows as CSV")) state.copy_rows();
  row.cut_right(ui.px(4));
  row.cut_left(ui.px(8));
  if (row.width() < ui.px(kFieldFromPx)) return;
  const Rect field = row.cut_right(std::min(row.width(), ui.px(kFieldPx)));
  text_field(ui, "memory.filter", field, state.filter, "Filter", icon::kSearch, false);
}

void MemoryTables::refresh_words(const MemoryState& state) {
  const void* const rows = lists_blocks(state.table) || state.report() == nullptr ||
                                   state.table == MemoryTableKind::LiveByOperator
                               ? static_cast<const void*>(state.rows())
                               : static_cast<const void*>(state.report());
  if (words_for_ == rows && words_.size() < kMostWords) return;
  words_for_ = rows;
  words_.clear();
}

const MemoryTables::RowWords& MemoryTables::words_of_block(const PaneFrame& frame,
                                                           const MemoryState& state,
                                                           std::size_t row) {
  const auto [at, is_new] = words_.try_emplace(row);
  if (!is_new) return at->second;
  const BlockTexts texts = state.texts();
  const std::uint32_t number = state.rows()->blocks[row];
  const Allocation& block = texts.device.list.blocks[number];
  const Ns origin_ns = frame.view.snapshot()->extent.begin_ns;
  RowWords& words = at->second;
  words[0] = texts.name(number);
  words[1] = format_bytes(block.bytes);
  if (state.table == MemoryTableKind::Live) {
    const auto cursor = state.cursor();
    const Ns now_ns = cursor ? cursor->time_ns : block.range.begin_ns;
    words[2] = format_duration(saturating_sub(now_ns, block.range.begin_ns));
  } else {
    words[2] = format_time_point(saturating_sub(block.range.begin_ns, origin_ns), 1000);
  }
  words[3] = texts.place(number);
  words[4] = texts.category(number);
  const auto lifetime = texts.lifetime(number);
  if (lifetime) words[5] = format_duration(*lifetime);
  if (!lifetime && texts.device.list.has_addresses) words[5] = "not freed";
  return words;
}

void MemoryTables::draw_blocks(const PaneFrame& frame, MemoryState& state, Rect area) {
  const bool live = state.table == MemoryTableKind::Live;
  columns_.assign({{"Allocated by", kNamesPx, false},
                   {"Size", 84},
                   {live ? "Age" : "Time", live ? 84.0F : 104.0F},
                   {.title = "Source", .width_px = 136, .number = false, .keeps_end = true},
                   {"Category", 118, false},
                   {"Lifetime", 92}});
  const bool sources = state.has_sources();
  const bool categories = !is_memory_snapshot(*frame.view.snapshot());  // which has none
  if (!categories) columns_.erase(columns_.begin() + 4);
  if (!sources) columns_.erase(columns_.begin() + 3);
  add_help("Memory", columns_);
  const auto field = [sources, categories](std::size_t column) {
    if (column >= 3 && !sources) ++column;
    return column >= 4 && !categories ? column + 1 : column;
  };
  TableContent content;
  content.columns = columns_;
  content.rows = state.rows()->blocks.size();
  content.selected = selected_row(frame.view, state);
  content.sort.falling = state.falling;
  content.sort.column = columns_.size();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (kOrders[field(i)] == state.order) content.sort.column = i;
  }
  content.cell = [&](std::size_t row, std::size_t column) {
    TableCell cell{words_of_block(frame, state, row)[field(column)]};
    const std::uint32_t block = state.rows()->blocks[row];
    if (column == 0) cell.swatch = frame.palette.fill_of(state.role_of_block(block), 0);
    return cell;
  };
  const TableEvents events = draw_table(frame.ui, "memory.blocks", area, content, scroll_);
  if (events.sort) {
    state.order = kOrders[field(events.sort->column)];
    state.falling = events.sort->falling;
  }
  if (events.right_clicked) {
    const std::uint32_t block = state.rows()->blocks[events.right_clicked->row];
    menu_.open("Go to the allocation", state.blocks().list.blocks[block].event,
               state.texts().name(block));
  }
  if (events.clicked && events.clicked != content.selected) {
    const std::uint32_t block = state.rows()->blocks[*events.clicked];
    frame.view.go_to(state.blocks().list.blocks[block].event);
  }
}

std::optional<std::size_t> MemoryTables::selected_row(const TraceView& view,
                                                      const MemoryState& state) {
  const EventId primary = view.selection.primary();
  if (primary == selected_for_ && selected_in_ == state.rows()) return selected_;
  selected_for_ = primary;
  selected_in_ = state.rows();
  selected_.reset();
  const std::uint32_t block = block_of_event(*view.snapshot(), state.blocks(), primary);
  if (block == kNoBlock) return selected_;
  const auto& blocks = state.rows()->blocks;
  const auto at = std::ranges::find(blocks, block);
  if (at != blocks.end()) selected_ = static_cast<std::size_t>(at - blocks.begin());
  return selected_;
}

void MemoryTables::open_menu_of_largest(const MemoryState& state, std::uint32_t block) {
  menu_.open("Go to the largest allocation", state.blocks().list.blocks[block].event,
             state.texts().allocator(block).first);
}

void MemoryTables::draw_groups(const PaneFrame& frame, const MemoryState& state, Rect area) {
  columns_.assign({{"Allocated by", kNamesPx, false, false},
                   {"Size", 90, true, false},
                   {"Blocks", 70, true, false},
                   {"Largest", 90, true, false}});
  add_help("Memory", columns_);
  TableContent content;
  content.columns = columns_;
  content.rows = state.rows()->groups.size();
  content.sort = {1, true};
  content.cell = [&](std::size_t row, std::size_t column) {
    const BlockGroup& group = state.rows()->groups[row];
    const auto [at, is_new] = words_.try_emplace(row);
    if (is_new) {
      const auto [name, place] = state.texts().allocator(group.largest);
      at->second[0] = place.empty() ? std::string(name) : fmt::format("{}  {}", name, place);
      at->second[1] = format_bytes(group.bytes);
      at->second[2] = count_text(group.count);
      at->second[3] = format_bytes(state.blocks().list.blocks[group.largest].bytes);
    }
    TableCell cell{at->second[column]};
    if (column == 0) cell.swatch = frame.palette.fill_of(state.role_of_block(group.largest), 0);
    return cell;
  };
  const TableEvents events = draw_table(frame.ui, "memory.groups", area, content, scroll_);
  if (events.right_clicked)
    open_menu_of_largest(state, state.rows()->groups[events.right_clicked->row].largest);
  if (!events.clicked) return;
  const BlockGroup& group = state.rows()->groups[*events.clicked];
  frame.view.go_to(state.blocks().list.blocks[group.largest].event);
}

void MemoryTables::draw_allocators(const PaneFrame& frame, MemoryState& state, Rect area) {
  const MemoryReport& report = *state.report();
  columns_.assign({{"Allocated by", kNamesPx, false, false},
                   {"Allocated", 92, true, false},
                   {"Allocations", 92, true, false},
                   {"Largest", 92, true, false},
                   {"At peak", 96, true, false}});
  add_help("Memory", columns_);
  TableContent content;
  content.columns = columns_;
  content.rows = report.allocators.size();
  content.sort = {1, true};
  content.cell = [&](std::size_t row, std::size_t column) {
    const AllocatorRow& allocator = report.allocators[row];
    const auto [at, is_new] = words_.try_emplace(row);
    if (is_new) {
      const auto [name, place] = state.texts().allocator(allocator.all.largest);
      at->second[0] = place.empty() ? std::string(name) : fmt::format("{}  {}", name, place);
      at->second[1] = format_bytes(allocator.all.bytes);
      at->second[2] = count_text(allocator.all.count);
      at->second[3] = format_bytes(state.blocks().list.blocks[allocator.all.largest].bytes);
      if (report.device.has_addresses) at->second[4] = format_bytes(allocator.bytes_at_peak);
    }
    return TableCell{at->second[column]};
  };
  const TableEvents events = draw_table(frame.ui, "memory.allocators", area, content, scroll_);
  if (events.right_clicked)
    open_menu_of_largest(state, report.allocators[events.right_clicked->row].all.largest);
  if (events.clicked) {
    const std::uint32_t largest = report.allocators[*events.clicked].all.largest;
    frame.view.go_to(state.blocks().list.blocks[largest].event);
  }
  if (events.double_clicked) {
    const std::uint32_t largest = report.allocators[*events.double_clicked].all.largest;
    state.filter = state.texts().name(largest);
    state.table = MemoryTableKind::All;
  }
}

void MemoryTables::draw_spikes(const PaneFrame& frame, MemoryState& state, Rect area) {
  const auto& spikes = *state.report()->device.spikes;
  columns_.assign({{"Reached by", 0, false, false},
                   {"Allocated", 110, true, false},
                   {"Time", 120, true, false}});
  add_help("Memory", columns_);
  TableContent content;
  content.columns = columns_;
  content.rows = spikes.size();
  content.sort = {2, false};
  content.cell = [&](std::size_t row, std::size_t column) {
    const MemorySpike& spike = spikes[row];
    const auto [at, is_new] = words_.try_emplace(row);
    if (is_new) {
      const Snapshot& snapshot = *frame.view.snapshot();
      const std::uint32_t block = block_of_event(snapshot, state.blocks(), spike.event);
      at->second[0] = block == kNoBlock ? "a block" : std::string(state.texts().name(block));
      at->second[1] = format_bytes(spike.allocated);
      at->second[2] = format_exact_time(saturating_sub(spike.time_ns, snapshot.extent.begin_ns));
    }
    return TableCell{at->second[column]};
  };
  const TableEvents events = draw_table(frame.ui, "memory.spikes", area, content, scroll_);
  if (events.right_clicked) {
    const std::size_t row = events.right_clicked->row;
    menu_.open("Go to the spike", spikes[row].event, content.cell(row, 0).text);
  }
  if (!events.clicked) return;
  const MemorySpike& spike = spikes[*events.clicked];
  state.wanted_cursor = MemoryCursor{spike.time_ns, kNoBlock};
  frame.view.go_to(spike.event);
}

/// "3.1 GiB of 6.174 GiB explained by 58 blocks · 3.0 GiB allocated before the trace".
void MemoryTables::draw_total(const PaneFrame& frame, const MemoryState& state, Rect row) {
  const Ui& ui = frame.ui;
  std::string words;
  const BlockRows* rows = state.rows();
  if (rows != nullptr && shows_alive(state.table) && state.blocks().list.has_addresses) {
    const std::int64_t all =
        saturating_add(rows->all_bytes, std::max<std::int64_t>(0, rows->other_bytes));
    words = fmt::format("{} of {} explained by {}", format_bytes(rows->all_bytes),
                        format_bytes(all), counted(rows->all_count, "block"));
    if (rows->other_bytes > 0)
      words += " · " + unlisted_memory(*frame.view.snapshot(), rows->other_bytes);
    if (!state.blocks().list.memory->has_totals) words += " · earlier allocations unknown";
  } else if (rows != nullptr && state.table == MemoryTableKind::All) {
    words = fmt::format("{} of {} · {} of {}", count_text(rows->blocks.size()),
                        counted(rows->all_count, "allocation"), format_bytes(rows->bytes),
                        format_bytes(rows->all_bytes));
  }
  draw_text_fitted(ui.face().small, {row.x0 + ui.px(14), centered_y(ui.face().small, row)},
                   row.width() - ui.px(28), ui.color().dim, words);
}

}  // namespace lanescope

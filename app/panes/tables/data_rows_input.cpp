// What clicks and keys do to the rows of a table: selecting them, and going to their events.
#include <utility>

#include "app/panes/pane/trace_actions.h"
#include "app/panes/tables/data_rows.h"
#include "app/panes/tables/row_events.h"
#include "core/base/clamped.h"

namespace lanescope {

void DataRows::click(TraceView& view, std::uint32_t row) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl) return picks_.toggle(row);
  if (io.KeyShift) return picks_.extend(row, listed_->rows);
  const EventId now = view.selection.primary();
  const bool again = picks_.is_only(row) && counts_in(*view.snapshot(), *table_, row, now);
  go_from(view, row, again ? now : table_->rows[row].event);
}

/// The first click has gone to an event of the row, so this one zooms to it. Enter, which a table
/// reports as a double click, goes on to the next.
void DataRows::double_click(TraceView& view, std::uint32_t row) {
  if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
    return go_to_next(view, row, Direction::Next);
  const EventId now = view.selection.primary();
  if (counts_in(*view.snapshot(), *table_, row, now)) zoom_to_event(view, now);
}

void DataRows::go_from(TraceView& view, std::uint32_t row, EventId event) {
  if (event == EventId::None && table_->rows[row].in_other_run != EventId::None)
    return go_to_other(view, row);
  picks_.pick(row);
  followed_ = event;
  view.go_to(event);
}

void DataRows::go_to_other(TraceView& view, std::uint32_t row) {
  picks_.pick(row);
  const EventId other = table_->rows[row].in_other_run;
  view.requests.emplace_back(GoToRunEvent{other_side(view.run.side), other});
}

/// Goes to the next event of the row, and after the last one to the row's own event. If there is
/// only one, zooms to it.
void DataRows::go_to_next(TraceView& view, std::uint32_t row, Direction direction) {
  const EventId own = table_->rows[row].event;
  const EventId from = view.selection.primary();
  EventId next = next_instance(*view.snapshot(), *table_, row, from, direction);
  if (next == EventId::None) next = own;
  const bool single = next == from;
  go_from(view, row, next);
  if (single) zoom_to_event(view, next);
}

void DataRows::handle_keys(TraceView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!has_keys_ || io.NavVisible || io.WantTextInput || io.KeyAlt || io.KeySuper) return;
  const auto last = picks_.last();
  if (io.KeyCtrl) {
    if (last && ImGui::IsKeyPressed(ImGuiKey_C, false)) {
      out_.copy = picks_.listed(listed_->rows);
    }
    return;
  }
  if (last) fold_with_keys(*last);
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) step(view, 1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) step(view, -1);
  if (last && (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter))) {
    go_to_next(view, *last, io.KeyShift ? Direction::Previous : Direction::Next);
  }
}

void DataRows::fold_with_keys(std::uint32_t row) {
  if (!folds() || !has_rows_inside(*table_, row)) return;
  const ImGuiKey key = is_folded(row) ? ImGuiKey_RightArrow : ImGuiKey_LeftArrow;
  if (ImGui::IsKeyPressed(key, false)) toggle_fold(row);
}

void DataRows::step(TraceView& view, std::ptrdiff_t by) {
  const auto last = picks_.last();
  const auto place = last ? place_in(listed_->rows, *last) : std::nullopt;
  const auto most = static_cast<std::ptrdiff_t>(listed_->rows.size()) - 1;
  const auto to =
      clamped<std::ptrdiff_t>(place ? static_cast<std::ptrdiff_t>(*place) + by : 0, 0, most);
  const std::uint32_t row = listed_->rows[static_cast<std::size_t>(to)];
  table_state_.show_row = static_cast<std::size_t>(to);
  go_from(view, row, table_->rows[row].event);
}

/// Highlights and scrolls to the row of an event that was selected elsewhere.
void DataRows::follow_selection(const TraceView& view) {
  const EventId primary = view.selection.primary();
  const bool stays_at_top = std::exchange(opens_at_top_, false);
  if (primary == followed_) return;
  followed_ = primary;
  const auto row = row_of_event(*view.snapshot(), *table_, primary);
  picks_.clear();
  if (!row) return;
  picks_.pick(*row);
  if (stays_at_top) return;
  if (const auto place = place_in(listed_->rows, *row)) table_state_.show_row = *place;
}

}  // namespace lanescope

// The context menu over the rows of ranks: of a slice of a stream, and of its rank.
#include "app/widgets/menu.h"

#include <string>

#include "app/panes/ranks/lanes.h"
#include "app/panes/timeline/lane_labels.h"
#include "app/widgets/clipboard.h"
#include "core/view/events/event_ref.h"
#include "core/view/ranks/text.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

constexpr const char* kMenuId = "ranks.menu";

void draw_event_items(const RanksFrame& frame, RankEvent event, const std::string& name) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const RankPicture& rank = view.run().ranks[event.trace];
  menu_note(ui, short_name(name));
  if (menu_item(ui, "Zoom to event", "")) view.zoom_to_event(event);
  const auto longest = next_longest(rank, event.event);
  if (menu_item(ui, "Next longest with this name", "", longest.has_value()))
    view.go_to_event({event.trace, *longest});
  if (menu_item(ui, "Find all with this name", "")) view.search.text = search_for(name);
  if (menu_item(ui, "Copy name", "")) copy_text(ui, name);
  menu_separator(ui);
}

}  // namespace

void draw_rank_items(const RanksFrame& frame, std::size_t trace) {
  RanksView& view = frame.view;
  if (menu_item(frame.ui, "Open this rank's trace", "double-click")) view.want(trace);
  const char* const fold = view.unfolded(trace) ? "Fold rank" : "Unfold rank";
  if (menu_item(frame.ui, fold, "")) view.toggle_folded(trace);
}

void RanksLanes::open_menu(const RanksFrame& frame) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const bool on_label = mouse_.on_labels() && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
  if (!mouse_.wants_menu() && !on_label) return;
  const auto place = row_at(frame, on_label ? ImVec2{lanes_.x0, at.y} : at);
  if (!place) return;
  if (on_label) {
    frame.view.select_rank(place->row.trace);
  } else {
    click(frame, at, false);
  }
  const auto event = on_label ? std::nullopt : frame.view.event();
  menu_of_ = event.value_or(RankEvent{place->row.trace, EventId::None});
  ImGui::OpenPopup(kMenuId);
}

void RanksLanes::draw_menu(const RanksFrame& frame) const {
  if (!begin_menu(frame.ui, kMenuId)) return;
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const std::size_t trace = menu_of_.trace;
  const auto& snapshot = view.run().ranks[trace].snapshot;
  const auto key = snapshot ? event_key(*snapshot, menu_of_.event) : std::nullopt;
  if (key) draw_event_items(frame, menu_of_, key->name);
  menu_note(ui, rank_label(view.run(), trace));
  draw_rank_items(frame, trace);
  end_menu();
}

}  // namespace lanescope

// Mouse handling in the picture of the blocks.
#include <algorithm>

#include <fmt/format.h>

#include "app/panes/memory/chart.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {

MemoryChart::Spot MemoryChart::spot_at(ImVec2 at) const {
  Spot spot;
  const BlockPicture* picture = state_->picture();
  if (picture == nullptr || !bands_.contains(at)) return spot;
  const Ns time_ns = viewport_.time_at(at.x - bands_.x0 + 0.5F);
  const double share = (bands_.y1 - at.y) / std::max(1.0F, bands_.height());
  const double height =
      static_cast<double>(scale_.to_bytes) - static_cast<double>(scale_.from_bytes);
  const auto bytes = scale_.from_bytes + static_cast<std::int64_t>(share * height);
  spot.band = band_at(*picture, time_ns, bytes);
  if (spot.band == nullptr) spot.small = merged_at(picture->small, time_ns, bytes);
  if (spot.band == nullptr) spot.before = merged_at(picture->before, time_ns, bytes);
  return spot;
}

std::optional<LaneHit> MemoryChart::hit_at(ImVec2 at) const {
  const Spot spot = spot_at(at);
  if (spot.band == nullptr) return std::nullopt;
  const Allocation& block = state_->blocks().list.blocks[spot.band->block];
  LaneHit hit;
  hit.event = block.event;
  hit.range = {block.range.begin_ns, block.range.begin_ns};
  return hit;
}

/// A click beside the single blocks, on smaller ones, on what is older than the trace or on free
/// memory, moves the cursor there: the tables list what is alive then.
void MemoryChart::handle_mouse(const PaneFrame& frame, MemoryState& state) {
  hovered_ = false;
  if (bands_.empty()) return;
  mouse_area("memory.press", bands_, kAllMouseButtons);
  hovered_ = ImGui::IsItemHovered();
  // Uses the gestures of the lanes with this picture's width and view.
  TraceView& view = frame.view;
  const Viewport lanes = view.viewport;
  const bool differs = !(lanes.view() == viewport_.view());
  const float scroll_px = view.lanes.scroll_px();
  if (differs) view.viewport = viewport_;
  view.viewport.set_width_px(viewport_.width_px());
  TraceTarget target(view, [this, &state](ImVec2 at) {
    const auto hit = hit_at(at);
    if (!hit) state.wanted_cursor = MemoryCursor{viewport_.time_at(at.x - bands_.x0), kNoBlock};
    return hit;
  });
  gestures_.update(frame.ui, {.lanes = bands_, .ruler = bands_, .on_lanes = hovered_}, target);
  if (differs && view.viewport.target() == viewport_.view()) view.viewport = lanes;
  view.viewport.set_width_px(lanes.width_px());
  if (view.lanes.scroll_px() != scroll_px) view.lanes.scroll_to(scroll_px);
  viewport_.set_view(view.viewport.view());  // nothing covers it
  // The lanes draw the time under the mouse in their next frame.
  const std::optional<Ns> pointed_ns =
      hovered_ ? std::optional(viewport_.time_at(ImGui::GetIO().MousePos.x - bands_.x0))
               : std::nullopt;
  view.mouse.pane_time_ns = pointed_ns;
  if (pointed_ns != pointed_ns_ && view.wake()) view.wake()();
  pointed_ns_ = pointed_ns;
}

void MemoryChart::add_fact(const Ui& ui, std::string_view label, std::string value) {
  words_.push_back(std::move(value));
  tooltip_.push_back({label, words_.back(), 0, &ui.face().mono});
}

void MemoryChart::tell_block(const Ui& ui, const BlockTexts& texts, std::uint32_t block) {
  const Allocation& allocation = texts.device.list.blocks[block];
  const Ns origin_ns = texts.snapshot.extent.begin_ns;
  words_.emplace_back(texts.name(block));
  tooltip_.push_back({"", words_.back(), 0, &ui.face().ui});
  add_fact(ui, "Size", format_bytes(allocation.bytes));
  if (!texts.category(block).empty())
    add_fact(ui, "Est. category", std::string(texts.category(block)));
  if (!texts.module(block).empty()) add_fact(ui, "Module", std::string(texts.module(block)));
  if (!texts.place(block).empty()) add_fact(ui, "Source", std::string(texts.place(block)));
  add_fact(ui, "Allocated",
           format_exact_time(saturating_sub(allocation.range.begin_ns, origin_ns)));
  const auto lifetime = texts.lifetime(block);
  if (!lifetime) return add_fact(ui, "Freed", "not in this trace");
  add_fact(ui, "Freed", format_exact_time(saturating_sub(allocation.range.end_ns, origin_ns)));
  add_fact(ui, "Lifetime", format_duration(*lifetime));
}

void MemoryChart::draw_hover(const PaneFrame& frame, const MemoryState& state) {
  if (gestures_.mode() != LaneGestures::Mode::None) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Spot spot = spot_at(mouse);
  const Ui& ui = frame.ui;
  words_.clear();
  words_.reserve(16);  // lines point into it
  tooltip_.clear();
  ImU32 swatch = 0;
  if (spot.band != nullptr) {
    tell_block(ui, state.texts(), spot.band->block);
    swatch = frame.palette.fill_of(state.role_of_block(spot.band->block), 0);
  } else if (spot.small != nullptr) {
    words_.push_back(format_count(spot.small->count) + " smaller blocks");
    tooltip_.push_back({"", words_.back(), 0, &ui.face().ui});
    swatch = frame.palette.fill_of(state.role_of_group(spot.small->group), 0);
    if (const BlockOwner* owner = state.owner(spot.small->group))
      add_fact(ui, block_owner_label(owner->kind), owner->title);
    add_fact(ui, "Total", format_bytes(spot.small->bytes));
  } else if (spot.before != nullptr) {
    words_.push_back(fmt::format("Allocated {}", before_words(*frame.view.snapshot())));
    tooltip_.push_back({"", words_.back(), 0, &ui.face().ui});
    add_fact(ui, "Total", format_bytes(spot.before->bytes));
  }
  const Ns time_ns = viewport_.time_at(mouse.x - bands_.x0);
  const Ns origin_ns = frame.view.snapshot()->extent.begin_ns;
  // A block lasts; its own total, when it was allocated, is in the details.
  add_fact(ui, "At mouse", format_exact_time(saturating_sub(time_ns, origin_ns)));
  add_fact(ui, "Total then", format_bytes(allocated_at(*state.blocks().list.memory, time_ns)));
  draw_tooltip(ui, mouse, tooltip_, swatch);
}

}  // namespace lanescope

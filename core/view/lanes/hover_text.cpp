#include "core/view/lanes/hover_text.h"

#include <algorithm>
#include <optional>

#include "core/base/text/utf8.h"
#include "core/store/thread_state.h"
#include "core/view/colors/color_title.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/state_labels.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMaxNameBytes = 600;

std::string with_exact(Ns ns) {
  const std::string rounded = format_duration(ns);
  const std::string exact = format_exact_ns(ns);
  return rounded == exact ? rounded : rounded + "  (" + exact + ")";
}

struct Named {
  StringId name = StringId::Empty;
  CategoryId category = CategoryId::None;
};

Named named(const Snapshot& snapshot, EventId event) {
  if (const auto slice = snapshot.find_slice(event)) {
    return {slice->chunk->name[slice->slice], slice->chunk->category[slice->slice]};
  }
  const auto at = find_instant(snapshot, event);
  if (!at) return {};
  return {snapshot.instants->name[at->instant], snapshot.instants->category[at->instant]};
}

/// Whether the length of events says how long something took. Profiler ranges follow one another,
/// whatever the kernel takes that they measure.
bool has_duration(const Snapshot& snapshot, CategoryId category) {
  return snapshot.kind_of(category) != CategoryKind::ProfilerRange;
}

/// nullopt if nothing selected has a duration.
std::optional<Ns> together_ns(const Snapshot& snapshot, const Selection& selection) {
  Ns sum = 0;
  bool only_ranges = true;
  for (const EventId event : selection.events()) {
    const auto slice = snapshot.find_slice(event);
    // Instants, such as allocations, take no time.
    if (!slice || !has_duration(snapshot, slice->chunk->category[slice->slice])) continue;
    only_ranges = false;
    sum = saturating_add(sum, slice->chunk->dur_ns[slice->slice]);
  }
  return only_ranges ? std::nullopt : std::optional(sum);
}

/// What is sampled has no legend but this.
void add_sampled_facts(const Snapshot& snapshot, EventId event, CategoryKind kind,
                       std::string_view name, HoverText& text) {
  const bool is_state = kind == CategoryKind::ThreadState;
  const auto slice = snapshot.find_slice(event);
  const std::string_view label =
      is_state && slice ? StateLabels(snapshot, slice->track->id).of(event) : std::string_view();
  text.facts.emplace_back(is_state ? "State" : "Code",
                          label.empty() ? color_title(kind, name) : label);
  if (is_state && parse_thread_state(name).waits_unseen())
    text.facts.emplace_back("Cause", "not seen: no sample during this wait");
}

}  // namespace

HoverText hover_text(const Snapshot& snapshot, const LaneHit& hit) {
  HoverText text;
  const Named what = named(snapshot, hit.event);
  const std::string_view name = snapshot.text(what.name);
  const bool block = hit.count > 1;
  const bool slice = snapshot.find_slice(hit.event).has_value();
  const bool timed = has_duration(snapshot, what.category);
  text.role = role_of(snapshot.kind_of(what.category), classify_name(name));
  text.shade = shade_of(name);
  text.colored = slice;
  text.title = utf8_head(name, kMaxNameBytes);
  if (block) {
    text.title =
        format_count(hit.count) + (slice ? " slices" : " instants") + "; zoom in to separate";
    text.facts.emplace_back(slice && timed ? "Longest" : "First", short_name(name));
    if (slice && timed) text.facts.emplace_back("Busy", with_exact(hit.busy_ns));
    if (hit.range.length_ns() > 0)
      text.facts.emplace_back("Span", with_exact(hit.range.length_ns()));
  } else if (slice && timed) {
    text.facts.emplace_back("Duration", with_exact(hit.range.length_ns()));
  }
  text.facts.emplace_back(block ? "From" : "Start",
                          format_exact_time(hit.range.begin_ns - snapshot.extent.begin_ns));
  const std::string_view category =
      snapshot.text(snapshot.categories[index_of(what.category)].name);
  if (!block && !category.empty()) text.facts.emplace_back("Category", category);
  if (const CategoryKind kind = snapshot.kind_of(what.category); !block && is_sampled(kind))
    add_sampled_facts(snapshot, hit.event, kind, name, text);
  return text;
}

std::string selection_text(const Snapshot& snapshot, const Selection& selection) {
  std::string text;
  if (!selection.events().empty()) {
    const std::size_t count = selection.events().size();
    text = count_text(count) + " selected";
    if (const auto sum_ns = together_ns(snapshot, selection))
      text += " · " + format_duration(*sum_ns) + (count > 1 ? " total" : "");
  }
  if (selection.gap()) text = "idle gap · " + format_duration(selection.gap()->range.length_ns());
  if (selection.range()) {
    if (!text.empty()) text += "   ";
    text += "range " + format_range(*selection.range(), snapshot.extent.begin_ns) + " · " +
            format_duration(selection.range()->length_ns());
  }
  return text;
}

std::string view_text(const Snapshot& snapshot, const Viewport& viewport) {
  if (snapshot.extent.empty()) return "no events";
  TimeRange shown = viewport.range();
  // What goes on beyond the end of the trace does so only below what covers it.
  if (viewport.free_px() < viewport.width_px()) {
    const Ns seen_ns = std::max(viewport.time_at(viewport.free_px()), snapshot.extent.end_ns);
    shown.end_ns = std::min(shown.end_ns, saturating_add(seen_ns, 1));  // as range()
  }
  return "view " + format_range(shown, snapshot.extent.begin_ns);
}

}  // namespace lanescope

#include "app/panes/pane/mark_actions.h"

#include <string>

#include "core/view/events/event_ref.h"

namespace lanescope {
namespace {

constexpr double kMargin = 0.15;  // on each side, as a share of the mark's length

Ns middle_of(TimeRange range) {
  return range.begin_ns + (range.end_ns - range.begin_ns) / 2;
}

TimeRange wanted_range(const TraceView& view) {
  if (view.selection.range()) return *view.selection.range();
  if (const auto events = view.selection.extent(*view.drawn())) return *events;
  const Ns time_ns = view.mouse.time_ns.value_or(middle_of(view.viewport.range()));
  return {time_ns, time_ns};
}

/// The event's name if a single one is marked, else a number.
std::string wanted_name(const TraceView& view) {
  if (!view.selection.range() && view.selection.events().size() == 1) {
    const auto key = event_key(*view.drawn(), view.selection.primary());
    if (key && !key->name.empty()) return short_name(key->name);
  }
  return view.marks.all().free_name();
}

}  // namespace

void set_mark(TraceView& view) {
  view.marks.add({wanted_range(view), wanted_name(view), ""});
}

void set_note(TraceView& view) {
  set_mark(view);
  view.marks.edit(view.marks.current());
}

void go_to_mark(TraceView& view, std::size_t mark) {
  if (mark >= view.marks.all().marks.size()) return;
  const TimeRange range = view.marks.all().marks[mark].range;
  view.marks.set_current(mark);
  if (!range.empty()) view.selection.select_range(range);
  const TimeRange seen = view.viewport.range();
  if (range.begin_ns >= seen.begin_ns && range.end_ns <= seen.end_ns) return;
  if (static_cast<double>(range.length_ns()) > view.viewport.view().span_ns) {
    view.viewport.glide_to(range, kMargin);
    return;
  }
  Viewport there = view.viewport;
  there.set_view(view.viewport.target());
  there.center(middle_of(range));
  view.viewport.glide_to(there.view());
}

void step_mark(TraceView& view, Direction direction) {
  const Bookmarks& all = view.marks.all();
  if (all.marks.empty()) return;
  const auto& current = view.marks.current();
  std::size_t next = 0;
  if (current) {
    const std::size_t count = all.marks.size();
    next = (*current + (direction == Direction::Next ? 1 : count - 1)) % count;
  } else {
    const bool forward = direction == Direction::Next;
    const auto near = all.neighbour(middle_of(view.viewport.range()), direction);
    next = near.value_or(forward ? 0 : all.marks.size() - 1);
  }
  go_to_mark(view, next);
}

void edit_mark(TraceView& view) {
  view.marks.edit(view.marks.current());
}

void delete_mark(TraceView& view) {
  if (const auto current = view.marks.current()) view.marks.remove(*current);
}

void keep_view(TraceView& view, std::size_t index) {
  view.marks.set_view(index, view.viewport.range());
}

void go_to_view(TraceView& view, std::size_t index) {
  if (const auto& range = view.marks.all().views.at(index)) view.viewport.glide_to(*range);
}

}  // namespace lanescope

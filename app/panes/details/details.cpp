#include "app/panes/details/details.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/panes/details/highlights.h"
#include "app/panes/details/lines.h"
#include "app/panes/details/what_to_click.h"
#include "app/panes/timeline/gap_marks.h"
#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/key_value.h"
#include "app/widgets/scrollbar.h"
#include "core/view/compare/partner_section.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 16;
constexpr float kWheelPx = 60;

/// Joins "strides" and "record with …" to one sentence that can wrap; done once, not every frame.
void join_sentences(DetailsText& text) {
  for (DetailSection& section : text.sections) {
    for (DetailLine& line : section.lines) {
      const bool sentence = line.value.find(' ') != std::string::npos;
      if (line.style != DetailStyle::Faint || !line.source.file.empty() ||
          line.link != EventId::None || line.key.empty() || !sentence)
        continue;
      if (line.key[0] >= 'a' && line.key[0] <= 'z')
        line.key[0] = static_cast<char>(line.key[0] - 32);
      line.key += ": " + line.value;
      line.value.clear();
    }
  }
}

void go_to(TraceView& view, EventId event, bool in_other_run) {
  if (!in_other_run) return view.go_to(event);
  view.requests.emplace_back(GoToRunEvent{other_side(view.run.side), event});
}

/// The part of a device's time that the tabs and the highlights are about; nullopt if not known.
std::optional<TimeRange> analyzed_range(TraceView& view, std::int64_t device) {
  const auto idle = view.insights.ask<IdleTime>(InsightScope::Chosen).value;
  if (!idle) return std::nullopt;
  const auto at = std::ranges::find(idle->devices, device, &IdleDevice::device);
  return at == idle->devices.end() ? std::nullopt : std::optional(at->window);
}

}  // namespace

/// For another event, scrolls to the top; for the same event under a new id, keeps the position.
void DetailsPane::note_asked(const TraceView& view, EventId event) {
  if (event == asked_) return;
  asked_ = event;
  auto key = event == EventId::None ? std::nullopt : event_key(*view.drawn(), event);
  const bool same = key && asked_key_ && key->start_ns == asked_key_->start_ns &&
                    key->name == asked_key_->name && key->thread == asked_key_->thread;
  asked_key_ = std::move(key);
  if (same) return;
  scroll_px_ = 0;
  unfolded_.clear();
}

void DetailsPane::ask(TraceView& view) {
  const EventId event = view.selection.primary();
  if (view.selection.gap()) return ask_for_gap(view);
  shown_gap_.reset();
  note_asked(view, event);
  if (event == EventId::None) {
    shown_.reset();
    shown_for_ = {};
    busy_ = false;
    return;
  }
  const EventId complete = view.complete_id(event);
  complete_ = complete != EventId::None;
  const Key key =
      complete_ ? Key{view.generation(), complete} : Key{view.drawn_generation(), event};
  if (!busy_ && shown_for_ == key) return;
  const auto& snapshot = complete_ ? view.snapshot() : view.drawn();
  const auto answer = details_.ask(key, [snapshot, id = key.event, read = view.texts(),
                                         known = complete_](const std::stop_token& stop) {
    const EventJson json = [&](EventId of) -> Result<JsonValue> {
      if (stop.stop_requested()) return Error{Error::Kind::Cancelled, "no longer needed"};
      return read(of);
    };
    Details details;
    details.model = build_details(*snapshot, id, known ? json : EventJson(), {}, stop);
    details.text = details_text(*snapshot, details.model);
    join_sentences(details.text);
    return details;
  });
  busy_ = !answer.current;
  if (answer.value && answer.value->model.found) shown_ = answer.value;
  if (!busy_) shown_for_ = key;
}

/// The text of the selected gap, built synchronously because it needs only a few lookups.
void DetailsPane::ask_for_gap(TraceView& view) {
  busy_ = false;
  asked_ = EventId::None;
  if (shown_ && shown_gap_ == view.selection.gap() && shown_for_.generation == view.generation())
    return;
  const auto selected = selected_gap(view);
  busy_ = !selected && view.insights.busy();
  if (!selected) {
    shown_.reset();
    return;
  }
  auto details = std::make_shared<Details>();
  details->text = gap_details(*view.snapshot(), *selected->device, *selected->gap,
                              analyzed_range(view, selected->device->device));
  shown_ = std::move(details);
  shown_gap_ = view.selection.gap();
  shown_for_ = {view.generation(), EventId::None};
  scroll_px_ = 0;
  unfolded_.clear();
}

void DetailsPane::refresh_path(TraceView& view) {
  if (path_of_ == view.path.lane.get() && path_for_ == shown_for_) return;
  path_of_ = view.path.lane.get();
  path_for_ = shown_for_;
  path_ = {};
  if (path_of_ != nullptr)
    path_ = lanescope::path_section(*view.snapshot(), *path_of_, shown_for_.event);
}

void DetailsPane::refresh_partner(const TraceView& view) {
  const Comparison* comparison = view.run.comparison;
  const auto pair = comparison != nullptr ? comparison->aligned() : nullptr;
  if (pair != nullptr && partner_in_.lock() == pair && partner_for_ == shown_for_) return;
  partner_in_ = pair;
  partner_for_ = shown_for_;
  partner_ = {};
  if (pair == nullptr || !complete_ || shown_for_.event == EventId::None) return;
  const auto& own = view.run.side == RunSide::A ? pair->a : pair->b;
  if (own == view.snapshot()) partner_ = partner_section(*pair, view.run.side, shown_for_.event);
}

void DetailsPane::draw(const PaneFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  const Selection& selection = frame.view.selection;
  scrolls_ = false;
  ask(frame.view);
  refresh_path(frame.view);
  refresh_partner(frame.view);
  const bool selected = selection.primary() != EventId::None || selection.gap();
  if (selected && !shown_) return;  // known in a moment
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos)) {
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  }
  ImGui::PushID("details");
  ImGui::PushClipRect(area.min(), area.max(), true);
  scroll_px_ = clamped_scroll(scroll_px_, content_px_, area.height());
  const Rect moved{area.x0, area.y0 - std::floor(scroll_px_), area.x1, area.y1};
  launch_.reset();
  content_px_ = selected ? draw_content(frame, moved) : draw_unselected(frame, moved);
  scroll_px_ = scrollbar(ui, "scroll", area, content_px_, scroll_px_);
  scroll_to_launch(frame.view, area.height());
  ImGui::PopClipRect();
  ImGui::PopID();
}

float DetailsPane::draw_unselected(const PaneFrame& frame, Rect area) const {
  const Ui& ui = frame.ui;
  FactColumn column(
      ui, {area.x0 + ui.px(kPadPx), area.y0 + ui.px(12), area.x1 - ui.px(kPadPx), area.y1});
  const OfferedHighlights offered = ask_highlights(frame.view);
  if (offered.empty()) {
    const Rect head = column.room(26);
    draw_text(ui.face().title, {head.x0, head.y0 + ui.px(2)}, ui.color().dim, "Nothing selected");
  } else {
    draw_highlights(frame, column, offered);
    column.space(14);
  }
  column.note(what_to_click(*frame.view.snapshot()));
  return column.height() + ui.px(32);
}

void DetailsPane::draw_durations(const PaneFrame& frame, FactColumn& column) const {
  const DetailsModel& model = shown_->model;
  if (!model.has_duration() || !model.same_name || model.same_name->count < 3 ||
      model.same_name->min_ns == model.same_name->max_ns)
    return;
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& small = ui.face().small;
  column.space(8);
  const Rect head = column.room(18);
  draw_text(list, small, head.min(), ui.color().dim,
            format_count(static_cast<std::int64_t>(model.same_name->count)) +
                " with this name, by duration");
  constexpr std::string_view kThisOne = "this one";
  const float words_px = text_width(small, kThisOne);
  const float side = ui.px(8);
  const float mark_x = head.x1 - words_px - side - ui.px(5);
  const float mark_y = std::floor(head.y0 + (small.size_px - side) / 2) + 1;
  list.AddRectFilled({mark_x, mark_y}, {mark_x + side, mark_y + side}, ui.color().selection,
                     ui.px(2));
  draw_text_right(list, small, head.x1, head.y0, ui.color().dim, kThisOne);
  const Rect bars = column.room(34);
  draw_histogram(ui, list, bars, model.same_name->histogram, model.same_name->own_bin,
                 frame.palette.fill_of(model.role, shade_of(model.name)));
  column.space(2);
  const Rect scale = column.room(16);
  draw_text(list, small, scale.min(), ui.color().faint, format_duration(model.same_name->min_ns));
  draw_text_right(list, small, scale.x1, scale.y0, ui.color().faint,
                  format_duration(model.same_name->max_ns));
}

bool DetailsPane::is_launch(const DetailLine& line) const {
  const auto& launch = shown_->model.launch;
  return launch && line.style == DetailStyle::Link && line.link == launch->event;
}

/// As soon as the details are those of the selected event.
void DetailsPane::scroll_to_launch(const TraceView& view, float view_px) {
  if (!std::exchange(wants_launch_, false) || busy_) return;
  launch_seen_for_ = asked_;
  if (!launch_) return;
  const float before_px = scroll_px_;
  scroll_px_ = scroll_to_show({&*launch_, 1}, scroll_px_, view_px, content_px_);
  scrolls_ = scroll_px_ != before_px;
  if (scrolls_) view.wake()();
}

void DetailsPane::draw_section(const PaneFrame& frame, FactColumn& column,
                               const DetailSection& section) {
  const float top_px = column.height();
  const bool in_other_run = &section == &partner_;
  if (!section.title.empty()) column.section(section.title);
  const bool all = unfolded_ == section.title;
  const std::size_t shown =
      all ? section.lines.size() : std::min(section.lines.size(), section.lines_at_first);
  for (std::size_t i = 0; i < shown; ++i) {
    const DetailLine& line = section.lines[i];
    const LineClick click = draw_detail_line(column, line);
    if (click.go != EventId::None) go_to(frame.view, click.go, in_other_run);
    if (click.open_source) frame.view.requests.emplace_back(OpenSource{line.source});
    if (!launch_ && !in_other_run && is_launch(line)) launch_ = {top_px, column.height()};
  }
  if (shown == section.lines.size()) return;
  const auto rest = static_cast<std::int64_t>(section.lines.size() - shown);
  if (column.link("details.more", "Show " + format_count(rest) + " more", "", false)) {
    unfolded_ = section.title;
  }
}

float DetailsPane::draw_content(const PaneFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  const DetailsText& text = shown_->text;
  const float copy_px = ui.px(24);
  const Rect copy{area.x1 - ui.px(kPadPx) - copy_px + ui.px(4), area.y0 + ui.px(11),
                  area.x1 - ui.px(kPadPx) + ui.px(4), area.y0 + ui.px(11) + copy_px};
  if (icon_button(ui, "details.copy", copy, icon::kCopy, "Copy all as text")) {
    copy_text(frame.ui, details_plain_text(text), "all details");
  }
  const Rect body{area.x0 + ui.px(kPadPx), area.y0 + ui.px(12), area.x1 - ui.px(kPadPx), area.y1};
  FactColumn column(ui, body);
  column.title(text.title, text.full_title, copy_px);
  column.subtitle(text.subtitle);
  for (std::size_t i = 0; i < text.sections.size(); ++i) {
    draw_section(frame, column, text.sections[i]);
    if (!complete_) {
      column.space(8);
      column.note("Just recorded; its launch, operators and stack follow shortly");
      break;
    }
    if (i > 0) continue;
    draw_durations(frame, column);
    if (!partner_.lines.empty()) draw_section(frame, column, partner_);
    if (!path_.lines.empty()) draw_section(frame, column, path_);
  }
  return column.height() + ui.px(32);
}

}  // namespace lanescope

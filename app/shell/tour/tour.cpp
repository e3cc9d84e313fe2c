#include "app/shell/tour/tour.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/shell/tour/card.h"

namespace lanescope {
namespace {

/// A change of the visible time that the hand has made, not a glide that came to rest.
constexpr double kLeastZoom = 0.1, kLeastMove = 0.02;

bool has_zoomed(const TourView& before, const TourView& now) {
  const auto was = static_cast<double>(before.range.length_ns());
  return std::abs(static_cast<double>(now.range.length_ns()) - was) > kLeastZoom * was;
}

bool has_moved(const TourView& before, const TourView& now) {
  const auto length = static_cast<double>(before.range.length_ns());
  const auto by = static_cast<double>(saturating_sub(now.range.begin_ns, before.range.begin_ns));
  return !has_zoomed(before, now) && std::abs(by) > kLeastMove * length;
}

constexpr std::array kSteps{
    TourStep{"Zoom",
             "Scroll the mouse wheel over the lanes, or hold W or S. The time under the cursor "
             "stays in place.",
             has_zoomed},
    TourStep{"Move",
             "Drag the lanes with the right mouse button, or hold A or D. {whole_trace} shows "
             "the whole trace again.",
             has_moved},
    TourStep{"Click a kernel",
             "The colored slices on a GPU's streams are kernels and copies. Click one: "
             "Details shows its launch, operators, shapes and Python stack.",
             [](const TourView& before, const TourView& now) {
               return now.on_gpu && now.selected != before.selected;
             }},
    TourStep{"Follow it to its launch",
             "Lines in the accent color are links. Click the launch call "
             "in Details, or press {against}. {back} goes back.",
             [](const TourView& before, const TourView& now) {
               return now.selected != before.selected && now.selected != EventId::None &&
                      !now.on_gpu;
             }},
    TourStep{"Find",
             "Press {search}, type aten::item and press Enter. Enter again goes to the next "
             "match.",
             [](const TourView& /*before*/, const TourView& now) { return now.matches; }},
    TourStep{"Ask what to change",
             "Open the Findings tab: it lists what costs time, how much, and what to "
             "change. Click a finding to see where.",
             [](const TourView& /*before*/, const TourView& now) { return now.tab == "Findings"; }},
    TourStep{
        "Compare",
        "The same training steps with these issues fixed are in the file next to this one. Compare "
        "them here; {compare} does the same with any trace.",
        [](const TourView& /*before*/, const TourView& now) { return now.two_runs; }},
};

TourView view_of(const Workspace& workspace, const OpenTrace& trace) {
  TourView now;
  const TraceView& view = trace.view;
  now.range = view.viewport.range();
  now.selected = view.selection.primary();
  if (const auto slice = view.drawn()->find_slice(now.selected))
    now.on_gpu = slice->track->kind == TrackKind::GpuStream;
  now.search = view.search.text;
  const SearchMatches* found = now.search.empty() ? nullptr : view.search.matches();
  now.matches = now.selected != EventId::None && found != nullptr && view.search.current() &&
                found->any_of(now.selected);
  now.tab = trace.tab_title();
  now.two_runs = workspace.runs().both();
  return now;
}

/// With the keys in place of the commands' names.
std::string with_keys(std::string_view words, const KeyTexts& keys) {
  std::string text;
  while (!words.empty()) {
    const std::size_t open = words.find('{');
    text += words.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = words.find('}', open);
    text += keys.keys_of(words.substr(open + 1, close - open - 1));
    words.remove_prefix(close + 1);
  }
  return text;
}

}  // namespace

void Tour::start() {
  step_ = 0;
  before_.reset();
}

void Tour::end() {
  step_.reset();
}

bool Tour::finished() const {
  return step_ == kSteps.size();
}

void Tour::next() {
  if (!step_ || finished()) return;
  ++*step_;
  before_.reset();
}

void Tour::refresh(const Workspace& workspace) {
  if (!step_ || finished()) return;
  if (workspace.loading()) return;
  const OpenTrace* trace = workspace.both().a();
  if (trace == nullptr) return end();
  if (trace->view.snapshot() == nullptr || !trace->view.snapshot()->complete) return;
  TourView now = view_of(workspace, *trace);
  if (!before_) {
    if (!trace->view.animating()) before_ = std::move(now);
  } else if (!trace->view.animating()) {
    if (kSteps.at(*step_).done(*before_, now)) return next();
    // A hand that goes on zooming is about to move, so that is compared with what it has now.
    if (has_zoomed(*before_, now)) before_ = std::move(now);
  }
}

TourChoice Tour::draw(const Ui& ui, Rect area, const KeyTexts& keys) {
  CardText text;
  text.done = finished();
  if (text.done) {
    text.place = "TOUR";
    text.title = "Tour finished";
    text.words = "Keyboard shortcuts: " + keys.keys_of("keys") +
                 "; all commands: " + keys.keys_of("palette") +
                 ". Open a trace of your own, or record a program.";
  } else {
    text.place = fmt::format("TOUR · {} OF {}", *step_ + 1, kSteps.size());
    text.title = kSteps.at(*step_).title;
    text.words = with_keys(kSteps.at(*step_).words, keys);
    text.compares = *step_ + 1 == kSteps.size();
  }
  return draw_tour_card(ui, area, text);
}

}  // namespace lanescope

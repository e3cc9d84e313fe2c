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

constexpr std::string_view kSought = "aten::item";
constexpr const char* kLaunchTitle = "Follow it to its launch";
/// Frames after which two runs that were aligned show the time that they will.
constexpr int kSettlingFrames = 3;

constexpr std::array kSteps{
    TourStep{"Zoom",
             "Scroll the mouse wheel over the lanes, or hold W or S. The time under the cursor "
             "stays in place.",
             "Scroll the wheel over the lanes", has_zoomed},
    TourStep{"Move",
             "Drag the lanes with the right mouse button, or hold A or D. {whole_trace} shows "
             "the whole trace again.",
             "Right-drag the lanes, or hold A or D", has_moved},
    TourStep{"Click a kernel",
             "The colored slices on a GPU's streams are kernels and copies. Click one: "
             "Details shows its launch, operators, shapes and Python stack.",
             "Click a kernel on a GPU stream",
             [](const TourView& before, const TourView& now) {
               return now.on_gpu && now.selected != before.selected;
             }},
    TourStep{kLaunchTitle,
             "Lines in the accent color are links. Click the launch call "
             "in Details, or press {against}. {back} goes back.",
             "Click the launch call in Details",
             [](const TourView& before, const TourView& now) {
               return now.selected != before.selected && now.selected != EventId::None &&
                      !now.on_gpu;
             }},
    TourStep{"Find",
             "Press {search}, type aten::item and press Enter. Enter again goes to the next "
             "match.",
             "{search}, aten::item, Enter",
             // While it is typed, the event selected before may match already.
             [](const TourView& before, const TourView& now) {
               return now.matches && now.picks != before.picks;
             }},
    TourStep{"Ask what to change",
             "Open the Findings tab: it lists what costs time, how much, and what to "
             "change. Click a finding to see where.",
             "Open the Findings tab",
             [](const TourView& before, const TourView& now) {
               return now.tab == "Findings" &&
                      (before.tab != "Findings" || now.picks != before.picks);
             }},
    TourStep{
        "Compare",
        "The same training steps with these issues fixed are in the file next to this one. Compare "
        "them here; {compare} does the same with any trace.",
        "Compare with the fixed run",
        [](const TourView& /*before*/, const TourView& now) { return now.two_runs; }},
};

TourView view_of(const Workspace& workspace, const OpenTrace& trace) {
  TourView now;
  const TraceView& view = trace.view;
  now.range = view.viewport.range();
  now.selected = view.selection.primary();
  now.picks = view.selection.picks();
  if (const auto slice = view.drawn()->find_slice(now.selected))
    now.on_gpu = slice->track->kind == TrackKind::GpuStream;
  now.search = view.search.text;
  const SearchMatches* found = now.search.empty() ? nullptr : view.search.matches();
  now.matches = now.selected != EventId::None && found != nullptr && view.search.current() &&
                found->any_of(now.selected);
  now.tab = trace.tab_title();
  now.two_runs = workspace.runs().both();
  if (const Comparison* pair = workspace.runs().comparison(); pair != nullptr)
    now.arranged_by = pair->aligned() ? static_cast<const void*>(pair->aligned().get()) : pair;
  now.path = trace.path();
  return now;
}

bool same_arrangement(const TourView& a, const TourView& b) {
  return a.path == b.path && a.two_runs == b.two_runs && a.arranged_by == b.arranged_by;
}

bool asks_to_search(std::size_t step) {
  return kSteps.at(step).title == std::string_view("Find");
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
  if (!step_) return;
  leave_step();
  step_.reset();
}

bool Tour::meets(const Workspace& workspace, std::string_view path) {
  if (workspace.opening_b() != nullptr) return false;  // so it may not stay alone
  const OpenTrace* a = workspace.both().a();
  const std::string_view now = a != nullptr ? std::string_view(a->path()) : std::string_view();
  if (now == met_) return false;
  met_ = now;
  return met_ == path && !workspace.runs().open();
}

bool Tour::finished() const {
  return step_ == kSteps.size();
}

bool Tour::asks_for_launch() const {
  return step_ && !finished() && kSteps.at(*step_).title == std::string_view(kLaunchTitle);
}

void Tour::next() {
  if (!step_ || finished()) return;
  leave_step();
  ++*step_;
}

void Tour::leave_step() {
  // A search that the user had before stays.
  const bool asked = step_ < kSteps.size() && asks_to_search(*step_);
  if (asked && before_ && before_->search != kSought) asked_search_ = kSought;
  before_.reset();
}

void Tour::clear_search(const Workspace& workspace) {
  if (asked_search_.empty() || ImGui::GetIO().WantTextInput) return;
  for (OpenTrace* run : workspace.both()) {
    if (run->view.search.text == asked_search_) run->view.search.text.clear();
  }
  asked_search_.clear();
}

void Tour::refresh(const Workspace& workspace) {
  clear_search(workspace);
  if (!step_ || finished()) return;
  if (workspace.loading()) return;
  const OpenTrace* trace = workspace.both().a();
  if (trace == nullptr) return end();
  if (trace->view.snapshot() == nullptr || !trace->view.snapshot()->complete) return;
  if (!trace->view.animating()) judge(view_of(workspace, *trace));
}

void Tour::judge(TourView now) {
  if (!before_) {
    before_ = std::move(now);
    return;
  }
  // To open a second run, to align two or to swap them also changes the time in view.
  if (!same_arrangement(*before_, now)) settling_ = kSettlingFrames;
  if (settling_ > 0) {
    --settling_;
    before_->range = now.range;
    before_->arranged_by = now.arranged_by;
    before_->path = now.path;
  }
  if (kSteps.at(*step_).done(*before_, now)) {
    next();
    // From here on, although what was asked for may still be moving.
    if (!finished()) before_ = std::move(now);
    return;
  }
  before_->two_runs = now.two_runs;
  // A hand that goes on zooming is about to move, so that is compared with what it has now.
  if (has_zoomed(*before_, now)) before_->range = now.range;
}

TourChoice Tour::draw(const Ui& ui, Rect area, const KeyTexts& keys) {
  CardText text;
  text.done = finished();
  if (text.done) {
    text.place = "TOUR";
    text.title = text.brief = "Tour finished";
    text.words = "Keyboard shortcuts: " + keys.keys_of("keys") +
                 "; all commands: " + keys.keys_of("palette") +
                 ". Open a trace of your own, or record a program.";
  } else {
    text.place = fmt::format("TOUR · {} OF {}", *step_ + 1, kSteps.size());
    text.brief = fmt::format("{}/{} · ", *step_ + 1, kSteps.size()) +
                 with_keys(kSteps.at(*step_).brief, keys);
    text.title = kSteps.at(*step_).title;
    text.words = with_keys(kSteps.at(*step_).words, keys);
    text.compares = *step_ + 1 == kSteps.size();
  }
  return draw_tour_card(ui, area, text);
}

}  // namespace lanescope

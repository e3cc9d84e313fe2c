// What uses memory: blocks over time, what is alive at a cursor, the peak, spikes, allocators.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "app/panes/memory/chart.h"
#include "app/panes/memory/state.h"
#include "app/panes/memory/tables.h"
#include "app/panes/pane/holds_events.h"
#include "app/panes/pane/only_samples.h"
#include "app/panes/pane/pane_note.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/splitter.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/memory/text.h"
#include "core/view/overview/foreign_trace.h"

namespace lanescope {
namespace {

constexpr float kBarPx = 32;
constexpr float kUsualShare = 0.55F;  // width of the picture
constexpr float kLeastChartPx = 200;
constexpr float kLeastTablesPx = 320;
constexpr float kLongestNotePx = 560;

class MemoryPane final : public Pane {
 public:
  explicit MemoryPane(const TraceView& view) : state_(view.wake()) {}

  [[nodiscard]] std::string_view title() const override { return "Memory"; }
  [[nodiscard]] bool applies(const TraceView& view) const override {
    return holds_events(view) && !has_only_samples(view) &&
           (view.snapshot() == nullptr || !is_foreign(*view.snapshot()));
  }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] std::string_view facts() const override {
    return has_report() ? std::string_view(state_.report()->facts) : "";
  }
  [[nodiscard]] bool busy() const override { return state_.busy(); }
  [[nodiscard]] std::optional<PaneFile> file(const TraceView& /*view*/,
                                             FileFormat format) const override {
    if (format != FileFormat::Csv && format != FileFormat::Markdown) return std::nullopt;
    auto text = state_.table_text(format);
    if (!text) return std::nullopt;
    return PaneFile{file_name(state_.table), std::move(text)};
  }

  void show_item(const PaneItem& item) override {
    if (item.is_peak) wanted_peak_ = item.peak;
  }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    const Snapshot& snapshot = *frame.view.snapshot();
    state_.refresh(ui, frame.view, chart_.size());
    show_wanted_peak(frame);
    if (!snapshot.complete || !state_.all())
      return note_for_chart(ui, area, frame.view.waiting_words(), kLongestNotePx);
    if (state_.all()->empty()) return draw_totals(frame, area);
    draw_bar(frame, area.cut_top(ui.px(kBarPx)));
    const Rect chart = split(ui, area);
    const std::string_view why = missing_blocks(state_.blocks());
    if (why.empty()) {
      chart_.draw(frame, state_, chart);
    } else {
      note_for_chart(ui, chart, why, kLongestNotePx);
    }
    tables_.draw(frame, state_, area);
  }

 private:
  [[nodiscard]] bool has_report() const {
    return state_.all() && !state_.all()->empty() && state_.report() != nullptr;
  }

  static std::string file_name(MemoryTableKind table) {
    switch (table) {
      case MemoryTableKind::Live:
        return "live memory";
      case MemoryTableKind::LiveByOperator:
        return "live memory by op";
      case MemoryTableKind::Allocators:
        return "memory allocators";
      case MemoryTableKind::Spikes:
        return "memory spikes";
      case MemoryTableKind::All:
        break;
    }
    return "memory allocations";
  }

  /// Without blocks: the peak of a memory timeline, and why there are no blocks.
  static void draw_totals(const PaneFrame& frame, Rect area) {
    const Ui& ui = frame.ui;
    const Snapshot& snapshot = *frame.view.snapshot();
    if (is_memory_timeline(snapshot)) {
      const auto peak =
          frame.view.insights.ask<TimelinePeakText>(InsightScope::Chosen, &timeline_peak_insight);
      if (!peak.value) return note_for_chart(ui, area, frame.view.waiting_words(), kLongestNotePx);
      const Rect words = area.inset(ui.px(14), ui.px(8));
      const float words_px =
          draw_text_wrapped(ImGui::GetWindowDrawList(), ui.face().ui, words.min(), words.width(),
                            ui.color().text, peak.value->sentence);
      ui.mark("memory.timeline", {words.x0, words.y0, words.x1, words.y0 + words_px});
      area.cut_top(ui.px(8) + words_px);
    }
    note_for_chart(ui, area, missing_memory(snapshot), kLongestNotePx);
  }

  /// The devices, the sentence about the peak, and the button that goes to it.
  void draw_bar(const PaneFrame& frame, Rect row) {
    const Ui& ui = frame.ui;
    row = row.inset(ui.px(10), ui.px(3));
    if (state_.all()->size() > 1) draw_devices(ui, row);
    if (!has_report()) return;
    constexpr std::string_view kGo = "Go to peak";
    if (state_.report()->device.peak_at_ns) {
      const Rect rect = row.cut_right(text_button_width(ui, kGo));
      if (text_button(ui, "memory.peak", rect, kGo)) go_to_peak(frame);
      row.cut_right(ui.px(10));
    }
    draw_sentences(ui, row);
  }

  /// A possible leak first. What does not fit is in the tooltip.
  void draw_sentences(const Ui& ui, Rect row) const {
    const MemoryReport& report = *state_.report();
    const Face& face = ui.face().ui;
    const float width = row.width();
    const Rect all = row;
    if (!report.leak.empty()) {
      const float wanted = text_width(face, report.leak) + ui.px(16);
      const Rect leak = row.cut_left(std::min(wanted, width));
      draw_text_fitted(face, {leak.x0, centered_y(face, leak)}, leak.width(), ui.color().warning,
                       report.leak);
      ui.mark("memory.leak", leak);
    }
    draw_text_fitted(face, {row.x0, centered_y(face, row)}, row.width(), ui.color().text,
                     report.sentence);
    const float wanted = text_width(face, report.sentence);
    if (wanted <= row.width() || !press_area(ui, "memory.sentence", all).hovered) return;
    const std::array<TooltipLine, 2> lines{TooltipLine{"", report.leak},
                                           TooltipLine{"", report.sentence}};
    const std::span<const TooltipLine> shown(lines);
    draw_tooltip(ui, ImGui::GetIO().MousePos, report.leak.empty() ? shown.last(1) : shown);
  }

  void draw_devices(const Ui& ui, Rect& row) {
    devices_.clear();
    for (const DeviceBlocks& blocks : *state_.all()) devices_.push_back({blocks.title, {}});
    const Rect rect = row.cut_left(segments_width(ui, devices_));
    const auto clicked = draw_segments(ui, "memory.device.", rect, devices_, state_.device);
    if (clicked) state_.device = *clicked;
    row.cut_left(ui.px(12));
  }

  void go_to_peak(const PaneFrame& frame) {
    state_.go_to_peak();
    const MemoryDevice& device = state_.report()->device;
    frame.view.go_to(state_.blocks().list.memory->event[device.peak_record]);
  }

  /// Once the device is shown and its peak is known.
  void show_wanted_peak(const PaneFrame& frame) {
    if (!wanted_peak_ || !state_.all() || state_.all()->empty()) return;
    const auto is_wanted = [this](const DeviceBlocks& blocks) {
      const MemoryTrack& memory = *blocks.list.memory;
      return PeakRef{memory.device_type, memory.device_id} == *wanted_peak_;
    };
    const auto found = std::ranges::find_if(*state_.all(), is_wanted);
    if (found == state_.all()->end()) return wanted_peak_.reset();
    state_.device = static_cast<std::size_t>(found - state_.all()->begin());
    if (!has_report() || &state_.blocks() != &*found) return;
    if (state_.report()->device.peak_at_ns) go_to_peak(frame);
    wanted_peak_.reset();
  }

  /// Cuts off the picture's area; the rest is for the tables.
  Rect split(const Ui& ui, Rect& area) {
    const float most = std::max(area.width() - ui.px(kLeastTablesPx), ui.px(kLeastChartPx));
    float width = clamped(std::floor(area.width() * share_), ui.px(kLeastChartPx), most);
    const Rect line{area.x0 + width, area.y0, area.x0 + width + 1, area.y1};
    const SplitterMove move = vertical_splitter(ui, "memory.split", line);
    if (move.moved) share_ = (width + move.delta_px) / std::max(1.0F, area.width());
    if (move.reset) share_ = kUsualShare;
    Rect chart = area.cut_left(width);
    area.cut_left(1);
    return {chart.x0 + ui.px(10), chart.y0, chart.x1 - ui.px(8), chart.y1};
  }

  MemoryState state_;
  MemoryChart chart_;
  MemoryTables tables_;
  float share_ = kUsualShare;
  std::optional<PeakRef> wanted_peak_;  // to go to
  std::vector<Segment> devices_;
};

}  // namespace

std::unique_ptr<Pane> make_memory_pane(const TraceView& view) {
  return std::make_unique<MemoryPane>(view);
}

}  // namespace lanescope

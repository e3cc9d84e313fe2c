#include "app/panes/compare/delta_strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include <fmt/format.h>

#include "app/widgets/draw/paint.h"
#include "app/widgets/facts.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/events/event_ref.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

constexpr float kHeightPx = 24;
constexpr float kPadPx = 6;
constexpr float kWordsFromPx = 44;   // least width of a cell with text
constexpr double kFullShare = 0.25;  // change that has full color, as a share

struct Cell {
  std::size_t step = 0;
  Rect rect;           // its visible part
  bool whole = false;  // it is completely visible
};

/// "+1.234 ms  +8.1 %".
std::string change_text(const AlignedPair& pair, std::size_t step) {
  const Ns delta_ns = pair.step_delta_ns(step), a_ns = pair.runs.a.samples[step].range.length_ns();
  std::string text = signed_duration(static_cast<double>(delta_ns));
  if (a_ns > 0 && delta_ns != 0)
    text += fmt::format("   {}{:.1f} %", delta_ns > 0 ? "+" : "−",
                        100 * std::abs(static_cast<double>(delta_ns)) / static_cast<double>(a_ns));
  return text;
}

/// "step 13 of A with step 12 of B".
std::string pair_text(const AlignedPair& pair, std::size_t step) {
  const RunSample &a = pair.runs.a.samples[step], &b = pair.runs.b.samples[step];
  if (a.name == StringId::Empty || b.name == StringId::Empty) return "the whole recording";
  return fmt::format("{} of A with {} of B", step_title(pair.a->text(a.name)),
                     step_title(pair.b->text(b.name)));
}

/// "B − A per step · B timed on the GPU".
std::string strip_title(const AlignedRuns& runs) {
  if (runs.a.by == AlignBy::Start) return "B − A, whole recording";
  const std::string on_gpu = gpu_timing_text(runs);
  return on_gpu.empty() ? "B − A per step" : "B − A per step · " + on_gpu;
}

class Strip {
 public:
  Strip(const PaneFrame& frame, const AlignedPair& pair, const TimeThere& there, Rect strip)
      : frame_(frame), pair_(pair), there_(there), strip_(strip) {}

  void draw() {
    const auto& samples = own().samples;
    const TimeRange view = frame_.view.viewport.range();
    const auto first = std::ranges::partition_point(samples, [&](const RunSample& sample) {
      return drawn_range(sample).end_ns <= view.begin_ns;
    });
    for (auto at = static_cast<std::size_t>(first - samples.begin()); at < pair_.steps(); ++at) {
      if (drawn_range(samples[at]).begin_ns >= view.end_ns) break;
      draw_cell(cell(at));
    }
    draw_offset();
  }

 private:
  [[nodiscard]] const RunSamples& own() const {
    return frame_.view.run.side == RunSide::A ? pair_.runs.a : pair_.runs.b;
  }

  /// As the lane of the steps has it, however steps are timed: a bar that begins and ends elsewhere
  /// would be taken for the step above it.
  [[nodiscard]] TimeRange drawn_range(const RunSample& sample) const {
    if (own().timing == StepTiming::Host) return sample.range;
    const Snapshot& trace = frame_.view.run.side == RunSide::A ? *pair_.a : *pair_.b;
    return event_range(trace, sample.event).value_or(sample.range);
  }

  [[nodiscard]] Cell cell(std::size_t step) const {
    const TimeRange range = drawn_range(own().samples[step]);
    const Viewport& viewport = frame_.view.viewport;
    const double left = viewport.x_of(range.begin_ns), right = viewport.x_of(range.end_ns);
    const auto x = [&](double px) {
      return std::floor(strip_.x0 + static_cast<float>(clamped(px, 0.0, viewport.width_px())));
    };
    Cell out{
        step, {x(left), strip_.y0, x(right), strip_.y1}, left >= 0 && right <= viewport.width_px()};
    if (out.rect.width() > 3) out.rect.x1 -= 1;
    out.rect.x1 = std::max(out.rect.x1, out.rect.x0 + 1);
    return out;
  }

  /// The step's shade in the palette of the differential flame graph.
  [[nodiscard]] std::size_t shade_of(std::size_t step) const {
    const auto delta = static_cast<double>(pair_.step_delta_ns(step));
    if (delta == 0) return DiffPalette::kSame;
    const auto a =
        static_cast<double>(std::max<Ns>(pair_.runs.a.samples[step].range.length_ns(), 1));
    const double share = std::min(1.0, std::abs(delta) / a / kFullShare);
    const auto steps = static_cast<std::size_t>(std::ceil(share * DiffPalette::kSteps));
    return delta > 0 ? DiffPalette::kSame + steps : DiffPalette::kSame - steps;
  }

  void draw_cell(const Cell& cell) {
    const Ui& ui = frame_.ui;
    const Rect box = cell.rect.inset(0, ui.px(3));
    const DiffPalette& palette = diff_palette(frame_.palette);
    const std::size_t shade = shade_of(cell.step);
    fill_rect(box, packed(palette.fill[shade]), ui.px(2));
    if (cell.rect.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered())
      draw_facts(cell.step);
    if (box.width() < ui.px(kWordsFromPx)) return;
    const std::string text = change_text(pair_, cell.step);
    const Face& face = ui.face().small;
    const float width = text_width(face, text);
    if (width > box.width() - 2 * ui.px(kPadPx)) return;
    const float x = cell.whole ? box.x0 + ui.px(kPadPx) : std::floor((box.x0 + box.x1 - width) / 2);
    draw_text(face, {x, centered_y(face, box)}, packed(palette.text[shade]), text);
    taken_to_ = x + width;
  }

  void draw_facts(std::size_t step) const {
    const Ui& ui = frame_.ui;
    const RunSample &a = pair_.runs.a.samples[step], &b = pair_.runs.b.samples[step];
    const std::string title = pair_text(pair_, step);
    const std::string in_a = format_duration(a.range.length_ns());
    const std::string in_b = format_duration(b.range.length_ns());
    const std::string change = change_text(pair_, step);
    const std::string timing = step_timing_words(pair_.runs);
    const std::array lines{TooltipLine{"", title, 0, &ui.face().ui},
                           TooltipLine{"A", in_a, 0, &ui.face().mono},
                           TooltipLine{"B", in_b, 0, &ui.face().mono},
                           TooltipLine{"B − A", change, 0, &ui.face().mono},
                           TooltipLine{"", timing, ui.color().dim, &ui.face().small}};
    draw_tooltip(ui, ImGui::GetIO().MousePos, std::span(lines).first(timing.empty() ? 4 : 5));
  }

  /// How far B is behind A at the cursor, else at the left edge, measured from the step's start.
  void draw_offset() const {
    const Viewport& viewport = frame_.view.viewport;
    const TimeRange view = viewport.range();
    const Ns at_ns = frame_.view.mouse.time_ns.value_or(view.begin_ns);
    const auto& samples = own().samples;
    const auto found = std::ranges::find_if(
        samples, [&](const RunSample& sample) { return sample.range.contains(at_ns); });
    const auto step = static_cast<std::size_t>(found - samples.begin());
    if (step >= pair_.steps() || found->range.length_ns() < view.length_ns()) return;
    const bool in_a = frame_.view.run.side == RunSide::A;
    const Ns there_ns = there_(at_ns);
    const Ns a_ns = in_a ? at_ns : there_ns, b_ns = in_a ? there_ns : at_ns;
    const Ns behind_ns = (b_ns - pair_.runs.b.samples[step].range.begin_ns) -
                         (a_ns - pair_.runs.a.samples[step].range.begin_ns);
    const std::string text =
        behind_ns == 0 ? std::string("B is even with A here")
                       : fmt::format("B is {} {} here", format_duration(std::abs(behind_ns)),
                                     behind_ns > 0 ? "behind" : "ahead");
    const Ui& ui = frame_.ui;
    const Face& face = ui.face().small;
    const float x = strip_.x1 - ui.px(kPadPx) - text_width(face, text);
    if (x < taken_to_ + ui.px(kPadPx)) return;
    draw_text(face, {x, centered_y(face, strip_)},
              packed(diff_palette(frame_.palette).text[shade_of(step)]), text);
  }

  const PaneFrame& frame_;
  const AlignedPair& pair_;
  const TimeThere& there_;
  Rect strip_;
  float taken_to_ = 0;  // x up to which text was drawn
};

}  // namespace

float delta_strip_height(const Style& style) {
  return style.px(kHeightPx);
}

void draw_delta_strip(const PaneFrame& frame, const AlignedPair& pair, const TimeThere& there,
                      Rect label, Rect strip) {
  const Ui& ui = frame.ui;
  fill_rect({label.x0, label.y0, strip.x1, strip.y1}, ui.color().panel);
  fill_rect({label.x0, strip.y1 - 1, strip.x1, strip.y1}, ui.color().line);
  fill_rect({label.x0, strip.y0, strip.x1, strip.y0 + 1}, ui.color().line);
  ui.mark("delta_strip", strip);
  const TooltipsRightOf names(label);
  const Face& face = ui.face().small;
  const Rect words = label.inset(ui.px(14), 0);
  draw_text(face, {words.x0, centered_y(face, label)}, ui.color().dim,
            parts_that_fit(face, strip_title(pair.runs), words.width()));
  ImGui::PushClipRect(strip.min(), strip.max(), true);
  Strip(frame, pair, there, strip).draw();
  ImGui::PopClipRect();
}

}  // namespace lanescope

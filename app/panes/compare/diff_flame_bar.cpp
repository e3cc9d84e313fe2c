#include "app/panes/compare/diff_flame_bar.h"

#include <algorithm>
#include <array>

#include "app/widgets/button.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kGapPx = 8;
constexpr float kSwatchPx = 11;
constexpr std::string_view kNoPython =
    "needs Python frames in both runs; record with with_stack=True";
constexpr std::string_view kNoModules =
    "needs nn.Module frames in both runs; record with with_stack=True";
constexpr std::string_view kNoGpu = "needs GPU work in both runs";
constexpr std::string_view kNoMemory =
    "needs allocations in both runs; record with profile_memory=True";

std::string_view unless(bool there, std::string_view why) {
  return there ? std::string_view() : why;
}

template <typename Choice, std::size_t kCount>
void choose(const Ui& ui, std::string_view name, Rect& row,
            const std::array<Segment, kCount>& segments, Choice& choice) {
  const float wide = segments_width(ui, segments);
  if (wide > row.width()) return;
  const auto clicked =
      draw_segments(ui, name, row.cut_left(wide), segments, static_cast<std::size_t>(choice));
  if (clicked) choice = static_cast<Choice>(*clicked);
  row.cut_left(ui.px(kGapPx));
}

/// "−12.0 ms ▇▇▇▇▇▇▇ +12.0 ms", at the right end.
void draw_legend(const PaneFrame& frame, Rect row, const FlameDiff& diff) {
  const Ui& ui = frame.ui;
  const DiffPalette& palette = diff_palette(frame.palette);
  const Face& face = ui.face().small;
  const std::string less = signed_flame_weight(diff.weight, -diff.largest);
  const std::string more = signed_flame_weight(diff.weight, diff.largest) + " per step";
  const float swatches = ui.px(kSwatchPx) * static_cast<float>(DiffPalette::kShades);
  const float wide = text_width(face, less) + text_width(face, more) + swatches + ui.px(14);
  if (wide > row.width()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = std::floor(row.x1 - wide);
  ui.mark("diff_flame.legend", {x, row.y0, row.x1, row.y1});
  const float y = centered_y(face, row.y0, row.y1);
  draw_text(list, face, {x, y}, ui.color().dim, less);
  x = std::floor(x + text_width(face, less) + ui.px(7));
  const float top = std::floor((row.y0 + row.y1 - ui.px(kSwatchPx)) / 2);
  for (const Rgb fill : palette.fill) {
    list.AddRectFilled({x, top}, {x + ui.px(kSwatchPx) - 1, top + ui.px(kSwatchPx)}, packed(fill));
    x += ui.px(kSwatchPx);
  }
  draw_text(list, face, {x + ui.px(7), y}, ui.color().dim, more);
}

}  // namespace

void draw_diff_flame_bar(const PaneFrame& frame, Rect row, const FlameSources& sources,
                         const FlameDiff* diff, DiffFlameChoices& choices) {
  const Ui& ui = frame.ui;
  const std::array shapes{Segment{"Frames of A", {}}, Segment{"Frames of B", {}}};
  const std::array weights{Segment{"CPU", {}}, Segment{"Wall", {}},
                           Segment{"GPU", unless(sources.gpu, kNoGpu)},
                           Segment{"Launches", unless(sources.gpu, kNoGpu)},
                           Segment{"Memory", unless(sources.memory, kNoMemory)}};
  const std::array stacks{Segment{"Mixed", {}}, Segment{"Ops", {}},
                          Segment{"Python", unless(sources.python, kNoPython)},
                          Segment{"Modules", unless(sources.modules, kNoModules)}};
  row = row.inset(ui.px(10), ui.px(4));
  choose(ui, "diff_flame.shape.", row, shapes, choices.shape);
  choose(ui, "diff_flame.weight.", row, weights, choices.query.weight);
  choose(ui, "diff_flame.stack.", row, stacks, choices.query.stack);
  if (diff != nullptr && diff->largest != 0) draw_legend(frame, row, *diff);
}

}  // namespace lanescope

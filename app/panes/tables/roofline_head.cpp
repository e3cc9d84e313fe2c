#include "app/panes/tables/roofline_head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kFirstLinePx = 32, kLinePx = 20;
constexpr float kLeastChartPx = 110;  // below the lines
constexpr float kGapPx = 16, kSquarePx = 9, kLeastPx = 60;
constexpr std::string_view kPeaks = "GPU peaks…";

/// Places texts one after the other, and on a further line where the first has no room for one.
class RooflineHead {
 public:
  RooflineHead(const PaneFrame& frame, Rect& area, const RooflinePicture& picture)
      : frame_(frame), ui_(frame.ui), face_(ui_.face().small), area_(area), picture_(picture) {}

  void draw() {
    line_ = area_.cut_top(ui_.px(kFirstLinePx)).inset(ui_.px(14), ui_.px(4));
    left_ = line_.x0;
    right_ = line_.x1;
    draw_peaks();
    x_ = line_.x0;
    for (const RooflineBound bound : {RooflineBound::Compute, RooflineBound::Memory,
                                      RooflineBound::Neither, RooflineBound::Unknown})
      draw_bound(bound);
    draw_unmodelled();
    draw_no_roofs();
  }

 private:
  void draw_peaks() {
    const Rect peaks = line_.cut_right(text_button_width(ui_, kPeaks)).inset(0, ui_.px(-1));
    if (text_button(ui_, "roofline.peaks", peaks, kPeaks))
      frame_.view.requests.emplace_back(ShowGpuPeaks{});
    line_.cut_right(ui_.px(10));
  }

  /// Empty if there is no room.
  Rect place(float wide) {
    if (x_ > left_ && x_ + wide > line_.x1 && area_.height() >= ui_.px(kLinePx + kLeastChartPx)) {
      line_ = area_.cut_top(ui_.px(kLinePx));
      line_ = {left_, line_.y0 - ui_.px(4), right_, line_.y1 - ui_.px(4)};
      x_ = left_;
    }
    const float fitting = std::min(wide, line_.x1 - x_);
    if (fitting < std::min(wide, ui_.px(kLeastPx))) return {};
    const float left = std::floor(x_);
    x_ += fitting + ui_.px(kGapPx);
    return {left, line_.y0, left + fitting, line_.y1};
  }

  void draw_bound(RooflineBound bound) {
    const Ns time_ns = picture_.bound_ns[static_cast<std::size_t>(bound)];
    if (time_ns == 0) return;
    const std::string words = fmt::format("{} {}", bound_title(bound), format_duration(time_ns));
    const float side = ui_.px(kSquarePx), text_px = side + ui_.px(6);
    const Rect rect = place(text_px + text_width(face_, words) + 1);
    if (rect.empty()) return;
    const float y = std::floor((rect.y0 + rect.y1 - side) / 2);
    fill_rect({rect.x0, y, rect.x0 + side, y + side}, color_of(frame_, bound), ui_.px(2));
    draw_text_fitted(face_, {rect.x0 + text_px, centered_y(face_, rect)}, rect.width() - text_px,
                     ui_.color().dim, words);
    if (!press_area(ui_, {"roofline.", bound_title(bound)}, rect).hovered) return;
    const std::string meaning = bound_meaning(bound, *picture_.thresholds);
    const std::string title = "Bound by: " + std::string(bound_title(bound));
    const std::array lines{TooltipLine{"", title, 0, &ui_.face().strong},
                           tooltip_sentence(meaning, ui_.color().dim)};
    draw_tooltip(ui_, ImGui::GetIO().MousePos, lines, color_of(frame_, bound));
  }

  /// How much of the GPU time is neither in the chart nor in the table, and whose it is.
  void draw_unmodelled() {
    const std::string words = unmodelled_words(picture_);
    if (words.empty()) return;
    const Rect rect = place(text_width(face_, words) + 1);
    if (rect.empty()) return;
    ui_.mark("roofline.unmodelled", rect);
    draw_text_fitted(face_, {rect.x0, centered_y(face_, rect)}, rect.width(), ui_.color().dim,
                     words);
    if (press_area(ui_, "roofline.unmodelled_press", rect).hovered) explain_unmodelled(words);
  }

  void explain_unmodelled(const std::string& words) const {
    std::vector<std::string> times;
    for (const auto& [name, time_ns] : picture_.unmodelled)
      times.push_back(format_duration(time_ns));
    std::vector<TooltipLine> lines{
        {"", words, 0, &ui_.face().strong},
        tooltip_sentence("GPU time of operators whose arithmetic or input shapes are not known. It "
                         "is neither in the chart nor in the table.",
                         ui_.color().dim)};
    for (std::size_t i = 0; i < times.size(); ++i)
      lines.push_back({picture_.unmodelled[i].first, times[i], 0, &ui_.face().mono});
    draw_tooltip(ui_, ImGui::GetIO().MousePos, lines);
  }

  void draw_no_roofs() {
    if (picture_.unknown_gpu.empty()) return;
    const std::string words = "No roofs: peak rates of " + picture_.unknown_gpu + " are unknown";
    const Rect rect = place(text_width(face_, words) + 1);
    if (rect.empty()) return;
    ui_.mark("roofline.no_roofs", rect);
    draw_text_fitted(face_, {rect.x0, centered_y(face_, rect)}, rect.width(), ui_.color().warning,
                     words);
  }

  const PaneFrame& frame_;
  const Ui& ui_;
  const Face& face_;
  Rect& area_;
  const RooflinePicture& picture_;
  Rect line_;  // the current one
  float left_ = 0, right_ = 0, x_ = 0;
};

}  // namespace

ImU32 color_of(const PaneFrame& frame, RooflineBound bound) {
  const auto role = bound_role(bound);
  return role ? frame.palette.fill_of(*role, 0) : frame.ui.color().dim;
}

void draw_roofline_head(const PaneFrame& frame, Rect& area, const RooflinePicture& picture) {
  RooflineHead(frame, area, picture).draw();
}

}  // namespace lanescope

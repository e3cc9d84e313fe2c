// The chart of the Roofline tab: operators as points below the limits of the GPU.

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/panes/tables/roofline_head.h"
#include "app/panes/tables/table_chart.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/view/tables/roofline/roofline_picture.h"

namespace lanescope {
namespace {

constexpr float kScalePx = 86;  // width of the labels on the left
constexpr float kAxisPx = 20;
constexpr float kLeastRadiusPx = 3, kMostRadiusPx = 13;
constexpr float kReachPx = 3;
constexpr float kLeastDecadePx = 22;
constexpr float kAllRoofsPx = 220;

class RooflineChart final : public TableChart {
 public:
  void draw(const PaneFrame& frame, Rect area, const std::shared_ptr<const DataTable>& table,
            std::span<const std::uint32_t> listed) override {
    const Ui& ui = frame.ui;
    take(table, listed);
    draw_roofline_head(frame, area, *picture_);
    area = {area.x0 + ui.px(kScalePx), area.y0 + ui.px(6), area.x1 - ui.px(14),
            area.y1 - ui.px(kAxisPx + 6)};
    plot_ = area;
    if (plot_.empty()) return;
    ui.mark("roofline.plot", plot_);
    draw_axes(ui);
    ImGui::PushClipRect({plot_.x0 - 2, plot_.y0 - ui.px(6)}, {plot_.x1 + 2, plot_.y1 + ui.px(6)},
                        true);
    draw_roofs(ui);
    draw_points(frame);
    draw_roof_titles(ui);  // on top of the points, to be legible
    ImGui::PopClipRect();
    handle_mouse(frame);
  }

 private:
  void take(const std::shared_ptr<const DataTable>& table, std::span<const std::uint32_t> listed) {
    if (table_ == table && listed_from_ == listed.data() && listed_count_ == listed.size()) return;
    table_ = table;
    picture_ = static_cast<const RooflinePicture*>(table->picture.get());
    listed_from_ = listed.data();
    listed_count_ = listed.size();
    listed_.assign(table->rows.size(), false);
    for (const std::uint32_t row : listed) listed_[row] = true;
  }
  void draw_axes(const Ui& ui) const {
    const Face& face = ui.face().small;
    const int most = std::max(1, static_cast<int>(plot_.height() / ui.px(kLeastDecadePx)));
    for (const double tflops : picture_->tflops_axis.decades(most)) {
      const float y = std::round(place_of(1, tflops).y);
      fill_rect({plot_.x0, y, plot_.x1, y + 1}, ui.color().grid);
      draw_text_right(face, plot_.x0 - ui.px(8), y - ui.px(7), ui.color().dim,
                      format_decade(tflops * 1e12, "FLOP/s"));
    }
    const std::string_view title = "FLOP per byte";
    const float title_px = text_width(face, title);
    const float y = plot_.y1 + ui.px(6);
    draw_text_right(face, plot_.x1, y, ui.color().faint, title);
    for (const double intensity : picture_->intensity_axis.decades()) {
      const float x = std::round(place_of(intensity, 1).x);
      fill_rect({x, plot_.y0, x + 1, plot_.y1}, ui.color().grid);
      const std::string text = format_decade(intensity, "");
      const float left = x - text_width(face, text) / 2;
      if (left + text_width(face, text) > plot_.x1 - title_px - ui.px(12)) continue;
      draw_text(face, {left, y}, ui.color().dim, text);
    }
  }
  void draw_roofs(const Ui& ui) const {
    for (const RooflineGpu& gpu : picture_->gpus) {
      if (gpu.gb_per_s > 0) draw_slope(ui, gpu);
      for (const RooflineRoof& roof : gpu.roofs) {
        if (shows(ui, roof)) draw_roof(ui, gpu, roof);
      }
    }
  }
  /// From the ridge to the right; roofs without operators are faint.
  void draw_roof(const Ui& ui, const RooflineGpu& gpu, const RooflineRoof& roof) const {
    const double least = picture_->intensity_axis.value_at(0);
    const ImVec2 ridge = place_of(std::max(gpu.ridge(roof), least), roof.tflops);
    const float y = std::round(ridge.y);
    const ImU32 color = roof.used ? ui.color().text : ui.color().faint;
    const Rect line{ridge.x, y, plot_.x1, y + (roof.used ? ui.px(1.5F) : 1)};
    fill_rect(line, color);
    ui.mark({"roofline.line.", peak_format_title(roof.format)}, line);
    if (roof.used && gpu.gb_per_s > 0) {
      for (float dash = y; dash < plot_.y1; dash += ui.px(8))
        fill_rect({std::round(ridge.x), dash, std::round(ridge.x) + 1,
                   std::min(dash + ui.px(3), plot_.y1)},
                  ui.color().faint);
    }
  }
  /// Starts with the roofs that have operators, which get a title first if there is not enough
  /// room.
  void draw_roof_titles(const Ui& ui) const {
    const Face& face = ui.face().small;
    std::vector<Rect> taken;
    const auto draw = [&](const RooflineGpu& gpu, const RooflineRoof& roof) {
      std::string words =
          fmt::format("{} {:g} TFLOP/s", peak_format_title(roof.format), roof.tflops);
      if (picture_->gpus.size() > 1) words = gpu.name + " " + words;
      const float y = std::round(place_of(1, roof.tflops).y);
      const Rect plate = title_plate(ui, y, text_width(face, words) + ui.px(6), taken);
      if (plate.empty()) return;
      taken.push_back(plate);
      ui.mark({"roofline.roof.", words}, plate);
      // Keeps the title legible over the lines of other formats.
      fill_rect(plate, faded(ui.color().panel, 0.85F), ui.px(2));
      draw_text_right(face, plate.x1 - ui.px(3), plate.y0,
                      roof.used ? ui.color().dim : ui.color().faint, words);
    };
    for (const bool used : {true, false}) {
      for (const RooflineGpu& gpu : picture_->gpus) {
        for (const RooflineRoof& roof : gpu.roofs) {
          if (roof.used == used && shows(ui, roof)) draw(gpu, roof);
        }
      }
    }
  }
  /// Next to the right end of its roof, without touching the titles in `taken`; empty if there is
  /// no room.
  [[nodiscard]] Rect title_plate(const Ui& ui, float roof_y, float wide,
                                 std::span<const Rect> taken) const {
    float right = plot_.x1;
    while (right - wide >= plot_.x0) {
      float next = right;
      for (const float top : {roof_y - ui.px(17), roof_y + ui.px(2)}) {
        const Rect plate{right - wide, top, right, top + ui.px(15)};
        if (plate.y0 < plot_.y0 || plate.y1 > plot_.y1) continue;
        const auto in_the_way = std::ranges::find_if(taken, [&plate](const Rect& other) {
          return other.x0 < plate.x1 && plate.x0 < other.x1 && other.y0 < plate.y1 &&
                 plate.y0 < other.y1;
        });
        if (in_the_way == taken.end()) return plate;
        next = std::min(next, in_the_way->x0 - ui.px(4));
      }
      if (next >= right) break;
      right = next;
    }
    return {};
  }
  /// The memory bandwidth limit. It bends at the highest roof that limits an operator, and goes on
  /// to those without operators as faintly as they are drawn.
  void draw_slope(const Ui& ui, const RooflineGpu& gpu) const {
    double used = 0, shown = 0;  // FLOP per byte where it meets the highest of these
    for (const RooflineRoof& roof : gpu.roofs) {
      if (shows(ui, roof)) shown = std::max(shown, gpu.ridge(roof));
      if (roof.used) used = std::max(used, gpu.ridge(roof));
    }
    // Where the slope enters the plot: at its left or bottom edge.
    const double foot = picture_->tflops_axis.value_at(0) * 1e3 / gpu.gb_per_s;
    const double from = std::max(picture_->intensity_axis.value_at(0), foot);
    if (from >= shown) return;
    const auto on_slope = [&](double intensity) {
      return place_of(intensity, intensity * gpu.gb_per_s * 1e-3);
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (shown > used) list.AddLine(on_slope(from), on_slope(shown), ui.color().faint);
    if (used > from) list.AddLine(on_slope(from), on_slope(used), ui.color().text, ui.px(1.5F));
    draw_slope_title(ui, gpu, on_slope(from), on_slope(shown));
  }
  void draw_slope_title(const Ui& ui, const RooflineGpu& gpu, ImVec2 begin, ImVec2 end) const {
    const std::string words = gpu.gb_per_s >= 1000
                                  ? fmt::format("{:g} TB/s memory", gpu.gb_per_s * 1e-3)
                                  : fmt::format("{:g} GB/s memory", gpu.gb_per_s);
    const Face& face = ui.face().small;
    const float x = begin.x + (end.x - begin.x) * 0.35F;
    const float y = begin.y + (end.y - begin.y) * 0.35F;
    const float left = std::max(plot_.x0 + ui.px(4), x - text_width(face, words) - ui.px(10));
    draw_text(face, {left, y - ui.px(18)}, ui.color().dim, words);
  }
  void draw_points(const PaneFrame& frame) {
    const Ui& ui = frame.ui;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const EventId primary = frame.view.selection.primary();
    if (selected_for_ != primary || selected_in_ != table_.get()) {
      selected_for_ = primary;
      selected_in_ = table_.get();
      selected_ = row_of_event(*frame.view.snapshot(), *table_, primary);
    }
    const RooflinePoint* chosen = nullptr;
    for (const RooflinePoint& point : picture_->points) {
      const ImVec2 at = place_of(point.intensity, point.tflops);
      const float radius = radius_of(ui, point);
      const ImU32 color = color_of(frame, point.bound);
      const bool bright = listed_[point.row];
      list.AddCircleFilled(at, radius, faded(color, bright ? 0.55F : 0.1F));
      list.AddCircle(at, radius, faded(color, bright ? 1.0F : 0.25F));
      ui.mark({"roofline.point.", table_->rows[point.row].name},
              {at.x - radius, at.y - radius, at.x + radius, at.y + radius});
      if (selected_ == point.row) chosen = &point;
    }
    if (chosen == nullptr) return;
    const ImVec2 at = place_of(chosen->intensity, chosen->tflops);
    list.AddCircle(at, radius_of(ui, *chosen) + ui.px(2), ui.color().selection, 0, ui.px(2));
  }
  void handle_mouse(const PaneFrame& frame) {
    const Press press = press_area(frame.ui, "roofline.press", plot_);
    if (!press.hovered) return;
    const RooflinePoint* point = point_at(frame.ui, ImGui::GetIO().MousePos);
    if (point == nullptr) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame, *point);
    if (press.clicked) frame.view.go_to(table_->rows[point->row].event);
  }
  /// A tooltip with all columns of its row.
  void explain(const PaneFrame& frame, const RooflinePoint& point) const {
    const Ui& ui = frame.ui;
    const DataRow& row = table_->rows[point.row];
    std::vector<TooltipLine> lines{{"", row.name, 0, &ui.face().strong}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (row.cells[i].text.empty()) continue;
      lines.push_back({table_->columns[i].title, row.cells[i].text, 0, &ui.face().mono});
    }
    draw_tooltip(ui, ImGui::GetIO().MousePos, lines, color_of(frame, point.bound));
  }

  /// Roofs without operators are shown only if there is room for their titles.
  [[nodiscard]] bool shows(const Ui& ui, const RooflineRoof& roof) const {
    return roof.used || plot_.height() >= ui.px(kAllRoofsPx);
  }
  [[nodiscard]] ImVec2 place_of(double intensity, double tflops) const {
    return {
        plot_.x0 + plot_.width() * static_cast<float>(picture_->intensity_axis.share(intensity)),
        plot_.y1 - plot_.height() * static_cast<float>(picture_->tflops_axis.share(tflops))};
  }
  /// The area of a point is proportional to its time.
  [[nodiscard]] float radius_of(const Ui& ui, const RooflinePoint& point) const {
    const double share = static_cast<double>(point.device_ns) /
                         static_cast<double>(std::max<Ns>(1, picture_->longest_ns));
    const auto root = static_cast<float>(std::sqrt(share));
    return ui.px(kLeastRadiusPx) + (ui.px(kMostRadiusPx) - ui.px(kLeastRadiusPx)) * root;
  }
  /// The smallest point under the mouse, because large ones may cover it.
  [[nodiscard]] const RooflinePoint* point_at(const Ui& ui, ImVec2 at) const {
    const RooflinePoint* found = nullptr;
    for (const RooflinePoint& point : picture_->points) {
      if (!listed_[point.row]) continue;
      const ImVec2 place = place_of(point.intensity, point.tflops);
      const float reach = radius_of(ui, point) + ui.px(kReachPx);
      const float dx = place.x - at.x, dy = place.y - at.y;
      if (dx * dx + dy * dy > reach * reach) continue;
      if (found == nullptr || point.device_ns <= found->device_ns) found = &point;
    }
    return found;
  }

  Rect plot_;
  std::shared_ptr<const DataTable> table_;
  const RooflinePicture* picture_ = nullptr;  // owned by table_
  std::vector<bool> listed_;                  // indexed by row
  std::size_t listed_count_ = 0;
  const std::uint32_t* listed_from_ = nullptr;
  // The row of the selected event, and the selection and table that it was computed for.
  std::optional<std::uint32_t> selected_;
  EventId selected_for_ = EventId::None;
  const DataTable* selected_in_ = nullptr;
};

}  // namespace

std::unique_ptr<TableChart> make_roofline_chart() {
  return std::make_unique<RooflineChart>();
}

}  // namespace lanescope

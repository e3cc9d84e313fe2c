#include "app/panes/ranks/scrolled_rows.h"

#include <string>

#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 16, kWheelPx = 60;

void draw_row(FactColumn& column, const RanksDetailRow& row) {
  using Kind = RanksDetailRow::Kind;
  if (row.kind == Kind::Section) column.section(row.key);
  if (row.kind == Kind::Fact) column.fact(row.key, row.value, "");
  if (row.kind == Kind::Text) column.text(row.value);
}

}  // namespace

void ScrolledRows::draw(const Ui& ui, std::string_view id, Rect area,
                        std::span<const RanksDetailRow> rows,
                        const std::function<void(FactColumn&)>& head,
                        const std::function<void(FactColumn&, const RanksDetailRow&)>& rank) {
  ui.mark(id, area);
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID(id.data(), id.data() + id.size());
  const float pad = ui.px(kPadPx);
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos))
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  scroll_px_ = clamped_scroll(scroll_px_, height_px_, area.height());
  FactColumn column(ui, {area.x0 + pad, area.y0 + pad - scroll_px_, area.x1 - pad, area.y1});
  head(column);
  for (const RanksDetailRow& row : rows) {
    draw_row(column, row);
    if (rank && row.kind == RanksDetailRow::Kind::Rank) rank(column, row);
  }
  height_px_ = column.height() + 2 * pad;
  scroll_px_ = scrollbar(ui, std::string(id) + ".scroll", area, height_px_, scroll_px_);
  ImGui::PopID();
  ImGui::PopClipRect();
}

}  // namespace lanescope

// The line of the file dialog with the folder it is in, each part of which leads there.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/files/file_dialog.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr float kAroundPartPx = 18;  // with the slash after it
constexpr std::string_view kMore = "…";

struct PathPart {
  std::string title, folder;
};

std::vector<PathPart> parts_of(const fs::path& path) {
  fs::path so_far = path.root_path();
  std::vector<PathPart> parts{{so_far.string(), so_far.string()}};
  for (const fs::path& part : path.relative_path()) {
    if (part.empty()) continue;  // after a slash at the end
    so_far /= part;
    parts.push_back({part.string(), so_far.string()});
  }
  return parts;
}

/// The first of the last parts that fit; at least the last one is shown.
std::size_t first_that_fits(const Ui& ui, const std::vector<PathPart>& parts, float room_px) {
  const auto part_px = [&ui](std::string_view title) {
    return text_width(ui.face().ui, title) + ui.px(kAroundPartPx);
  };
  float width = 0;
  for (const PathPart& part : parts) width += part_px(part.title);
  std::size_t first = 0;
  while (first + 1 < parts.size() && width + (first > 0 ? part_px(kMore) : 0) >= room_px)
    width -= part_px(parts[first++].title);
  return first;
}

}  // namespace

void FileDialog::draw_path(const Ui& ui, Rect row) {
  const Face& face = ui.face().ui;
  constexpr std::string_view kHidden = "Hidden files";
  const Rect hidden = row.cut_right(check_box_width(ui, kHidden));
  if (check_box(ui, "open.hidden", hidden, kHidden, hidden_)) {
    hidden_ = !hidden_;
    take_focus_ = true;
  }
  row.cut_right(ui.px(12));
  float x = row.x0;
  const float y = centered_y(face, row);
  // A typed path lists another folder than the one the dialog is in.
  const std::string& shown = listing_ ? listing_->path : folder_;
  const std::vector<PathPart> parts = parts_of(shown);
  const std::size_t first = first_that_fits(ui, parts, row.width());
  if (first > 0) {
    draw_text(face, {x, y}, ui.color().faint, kMore);
    const float end_x = x + text_width(face, kMore);
    if (ImGui::IsWindowHovered() &&
        Rect{x, row.y0, end_x, row.y1}.contains(ImGui::GetIO().MousePos))
      draw_hint(ui, {x, row.y0, end_x, row.y1}, shown);
    x = end_x + ui.px(6);
  }
  std::string target;
  for (std::size_t i = first; i < parts.size(); ++i) {
    const float wide = std::min(text_width(face, parts[i].title), row.x1 - x);
    const Rect rect{x, row.y0 + ui.px(3), x + wide, row.y1 - ui.px(3)};
    const Press press = press_area(ui, "path." + std::to_string(i), rect);
    const bool last = i + 1 == parts.size();
    const ImU32 color = press.hovered ? ui.color().accent : last ? ui.color().text : ui.color().dim;
    draw_text_ends(*ImGui::GetWindowDrawList(), face, {x, y}, wide + 1, color, parts[i].title);
    if (press.clicked && !last) target = parts[i].folder;
    x += wide + ui.px(6);
    if (!last && i > 0) draw_text(face, {x, y}, ui.color().faint, "/");
    x += i > 0 ? ui.px(10) : ui.px(4);
  }
  if (!target.empty()) go_to(target);
}

}  // namespace lanescope

#include "app/widgets/facts.h"

#include <algorithm>
#include <array>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::string_view kDot = " · ";
/// What begins a detail of a fact.
constexpr std::array<std::string_view, 4> kDetails{" (", ", ", " per ", " at "};

std::size_t last_detail(std::string_view fact) {
  std::size_t last = 0;
  for (const std::string_view begin : kDetails) {
    const std::size_t at = fact.rfind(begin);
    if (at != std::string_view::npos) last = std::max(last, at);
  }
  return last;
}

/// Empty if what remains would say nothing.
std::string_view without_last_part(std::string_view facts) {
  const std::size_t dot = facts.rfind(kDot);
  if (dot != std::string_view::npos) return facts.substr(0, dot);
  const std::string_view fact = facts.substr(0, last_detail(facts));
  return std::ranges::any_of(fact, is_digit) ? fact : std::string_view();
}

}  // namespace

std::string_view parts_that_fit(const Face& face, std::string_view facts, float width_px) {
  while (!facts.empty() && text_width(face, facts) > width_px) facts = without_last_part(facts);
  return facts;
}

void draw_right_facts(const Ui& ui, Rect room, std::string_view facts) {
  const Face& face = ui.face().small;
  const std::string_view shown = parts_that_fit(face, facts, room.width() - 1);
  if (shown.empty()) return;
  const Rect place{room.x1 - text_width(face, shown) - 1, room.y0, room.x1, room.y1};
  draw_text(face, {place.x0, centered_y(face, room)}, ui.color().dim, shown);
  const bool whole = shown.size() == facts.size();
  if (!whole && ImGui::IsWindowHovered() && place.contains(ImGui::GetIO().MousePos))
    draw_hint(ui, place, facts);
}

}  // namespace lanescope

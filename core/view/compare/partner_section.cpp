#include "core/view/compare/partner_section.h"

#include <string>
#include <utility>

#include "core/view/lanes/model.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string change_text(Ns a_ns, Ns b_ns) {
  const auto delta = static_cast<double>(saturating_sub(b_ns, a_ns));
  std::string text = signed_duration(delta);
  if (a_ns > 0) text += " · " + format_change_pct(100 * delta / static_cast<double>(a_ns));
  return text;
}

DetailLine line_of(std::string key, std::string value, DetailStyle style = DetailStyle::Normal) {
  DetailLine line;
  line.key = std::move(key);
  line.value = std::move(value);
  line.style = style;
  return line;
}

}  // namespace

DetailSection partner_section(const AlignedPair& pair, RunSide side, EventId event) {
  const bool is_a = side == RunSide::A;
  const auto own = slice_place(is_a ? *pair.a : *pair.b, event);
  if (!own) return {};
  DetailSection section;
  section.title = is_a ? "IN RUN B" : "IN RUN A";
  const auto other =
      slice_place(is_a ? *pair.b : *pair.a, pair.partner_in(other_side(side), event));
  if (!other) {
    section.lines.push_back(line_of("No counterpart", "", DetailStyle::Faint));
    return section;
  }
  const Ns own_ns = own->range.length_ns(), other_ns = other->range.length_ns();
  const Ns a_ns = is_a ? own_ns : other_ns, b_ns = is_a ? other_ns : own_ns;
  section.lines.push_back(line_of("Duration", format_duration(other_ns)));
  section.lines.push_back(line_of("B − A", change_text(a_ns, b_ns)));
  return section;
}

}  // namespace lanescope

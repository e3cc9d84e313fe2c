#include "core/export/event_expression.h"

#include <string_view>

#include <fmt/format.h>

#include "core/export/known_names.h"

namespace lanescope {

std::string event_expression(const Snapshot& trace, EventId event) {
  const auto at = trace.find_slice(event);
  if (!at) return {};
  const TimeRange range = at->chunk->range(at->slice);
  const CategoryId category = at->chunk->category[at->slice];
  const std::string_view spelled = trace.text(trace.categories[index_of(category)].name);
  const bool is_known = is_known_category(spelled) && is_identifier(spelled);
  return fmt::format("{2}ts>={0} ts<={0} dur>={1} dur<={1}",
                     saturating_add(range.begin_ns, trace.info.base_ns.value_or(0)),
                     range.length_ns(), is_known ? fmt::format("cat:{} ", spelled) : "");
}

}  // namespace lanescope

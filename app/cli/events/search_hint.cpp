#include "app/cli/events/search_hint.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output/printable.h"

namespace lanescope {

std::string search_hint(const Snapshot& trace, const EventQuery& query) {
  constexpr std::size_t kMostNames = 12, kNameWidth = 30;
  for (const QueryTerm& term : query.terms) {
    if (term.field != QueryField::Category || term.exclude) continue;
    const auto is_meant = [&](const Category& one) {
      return term.text.matches(trace.text(one.name));
    };
    if (std::ranges::any_of(trace.categories, is_meant)) continue;
    std::string known;
    std::size_t names = 0;
    for (const Category& one : trace.categories) {
      const std::string_view name = trace.text(one.name);
      if (name.empty() || ++names > kMostNames) continue;
      known += (known.empty() ? "" : ", ") + printable(name, kNameWidth);
    }
    if (names > kMostNames) known += fmt::format(" and {} more", names - kMostNames);
    return fmt::format("the trace has no category '{}'{}", printable(term.value, kNameWidth),
                       known.empty() ? "" : "; its categories are " + known);
  }
  const std::string step = missing_step_hint(trace, query);
  return step.empty() ? unknown_field_hint(trace, query) : step;
}

}  // namespace lanescope

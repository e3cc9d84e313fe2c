#include "core/analysis/search/event_query.h"
#include "core/base/check.h"
#include "core/base/text/numbers.h"
#include "core/base/text/sentences/one_line.h"
#include "core/store/numbered_steps.h"

namespace lanescope {

std::vector<Step> steps_of_term(const Snapshot& snapshot, const QueryTerm& term) {
  LANESCOPE_CHECK(term.field == QueryField::Step, "a term for steps, not '{}'", term.value);
  std::vector<Step> steps;
  if (const auto number = parse_number<std::int64_t>(term.value))
    steps = steps_with_number(snapshot, *number);
  if (!steps.empty()) return steps;
  for (const Step& step : snapshot.steps) {
    if (term.text.matches(snapshot.text(step.name))) steps.push_back(step);
  }
  return steps;
}

std::string missing_step_hint(const Snapshot& snapshot, const EventQuery& query) {
  constexpr std::size_t kLongest = 60;
  for (const QueryTerm& term : query.terms) {
    if (term.field != QueryField::Step || term.exclude) continue;
    if (!steps_of_term(snapshot, term).empty()) continue;
    const bool is_regex = term.value.empty();
    const std::string asked = is_regex ? "of such a name" : one_line(term.value, kLongest);
    return "the trace has no " + missing_step_text(snapshot, asked);
  }
  return {};
}

}  // namespace lanescope

#include "capture/sampler/system/process_stat.h"

#include <algorithm>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

/// Walks over the fields behind the name, the first of which is field 3.
class Fields {
 public:
  explicit Fields(std::string_view rest) : rest_(rest) {}

  /// Empty behind the last one.
  std::string_view next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    const std::string_view field = rest_.substr(0, rest_.find_first_of(" \n"));
    rest_.remove_prefix(field.size());
    ++number_;
    return field;
  }
  template <typename Number>
  bool number(int field, Number& to) {
    while (number_ + 1 < field) next();
    const auto parsed = parse_number<Number>(next());
    if (parsed) to = *parsed;
    return parsed.has_value();
  }

 private:
  std::string_view rest_;
  int number_ = 2;  // of the last field taken
};

/// Calls `visit` with each entry of the list until it returns true.
template <typename Visit>
void for_each_entry(std::string_view environment, Visit&& visit) {
  while (!environment.empty()) {
    const std::string_view entry = environment.substr(0, environment.find('\0'));
    if (visit(entry)) return;
    environment.remove_prefix(std::min(entry.size() + 1, environment.size()));
  }
}

}  // namespace

std::optional<ProcessStat> parse_stat(std::string_view text) {
  const std::size_t name_begin = text.find('('), name_end = text.rfind(')');
  if (name_begin == std::string_view::npos || name_end == std::string_view::npos ||
      name_end < name_begin)
    return std::nullopt;
  ProcessStat stat;
  stat.name = text.substr(name_begin + 1, name_end - name_begin - 1);
  Fields fields(text.substr(name_end + 1));
  const std::string_view state = fields.next();
  if (state.size() != 1) return std::nullopt;
  stat.state = state[0];
  const bool whole = fields.number(4, stat.parent) && fields.number(10, stat.minor_faults) &&
                     fields.number(12, stat.major_faults) && fields.number(20, stat.threads) &&
                     fields.number(22, stat.start_ticks);
  if (!whole) return std::nullopt;
  fields.number(28, stat.stack_start);  // some systems leave the rest out
  return stat;
}

bool has_variable(std::string_view environment, std::string_view variable) {
  bool found = false;
  if (variable.empty()) return found;
  for_each_entry(environment, [&](std::string_view entry) { return found = entry == variable; });
  return found;
}

std::string_view value_of_variable(std::string_view environment, std::string_view name) {
  std::string_view value;
  for_each_entry(environment, [&](std::string_view entry) {
    const bool found =
        entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
    if (found) value = entry.substr(name.size() + 1);
    return found;
  });
  return value;
}

}  // namespace lanescope

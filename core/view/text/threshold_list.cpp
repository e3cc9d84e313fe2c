#include "core/view/text/threshold_list.h"

#include "core/base/text/ascii_case.h"

namespace lanescope {

std::vector<const Threshold*> find_thresholds(std::string_view text) {
  std::vector<const Threshold*> found;
  for (const Threshold& one : threshold_table()) {
    const bool held = holds_ignoring_case(one.name, text) ||
                      holds_ignoring_case(one.meaning, text) ||
                      holds_ignoring_case(one.group, text);
    if (held) found.push_back(&one);
  }
  return found;
}

}  // namespace lanescope

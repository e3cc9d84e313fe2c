#include "core/view/details/collective.h"

#include <fmt/format.h>

#include "core/view/details/copy.h"

namespace lanescope {

std::vector<ArgumentFact> collective_facts(const Collective& c) {
  std::vector<ArgumentFact> facts;
  facts.push_back({"Collective", c.name, {"Collective name"}});
  const auto count = [](const std::optional<std::int64_t>& n) {
    return n ? format_count(*n) : std::string("–");
  };
  if (c.group_size || !c.group.empty()) {
    std::string value = c.group;
    if (c.group_size) {
      value += fmt::format("{}{} rank{}", value.empty() ? "" : " · ", format_count(*c.group_size),
                           *c.group_size == 1 ? "" : "s");
    }
    facts.push_back(
        {"Group",
         std::move(value),
         {"Group size", "Process Group Name", "Process Group ID", "Process Group Description"}});
  }
  if (!c.ranks.empty()) facts.push_back({"Ranks", c.ranks, {"Process Group Ranks"}});
  if (c.in_elements || c.out_elements) {
    facts.push_back({"Elements in · out",
                     count(c.in_elements) + " · " + count(c.out_elements),
                     {"In msg nelems", "Out msg nelems"}});
  }
  if (!c.dtype.empty()) facts.push_back({"Element type", c.dtype, {"dtype"}});
  if (c.bytes) facts.push_back({"Message", format_bytes(*c.bytes), {}});
  if (c.bus_gb_per_s) {
    facts.push_back({"Bus bandwidth", format_rate(*c.bus_gb_per_s), {}});
    facts.push_back({"Algorithm bw.", format_rate(*c.algorithm_gb_per_s), {}});
  }
  return facts;
}

}  // namespace lanescope

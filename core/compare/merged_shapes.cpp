#include "core/compare/merged_shapes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

template <typename Number, typename Add>
void add_each(std::vector<Number>& to, const std::vector<Number>& from, const Add& add) {
  LANESCOPE_CHECK(to.size() == from.size(), "{} samples, not {}", from.size(), to.size());
  std::ranges::transform(to, from, to.begin(), add);
}

Ns length_of(const Snapshot& trace, EventId event) {
  const auto at = trace.find_slice(event);
  return at ? at->chunk->range(at->slice).length_ns() : -1;
}

/// As examples are chosen: those launched within samples before others, then the longest.
bool is_better_example(const Snapshot& trace, const RunPart& one, const RunPart& other) {
  const auto rank = [&](const RunPart& part) {
    return std::pair(!part.events.empty(), length_of(trace, part.example));
  };
  return rank(one) > rank(other);
}

void join(const Snapshot& trace, RunPart& to, RunPart& from) {
  if (is_better_example(trace, from, to)) to.example = from.example;
  to.events.insert(to.events.end(), from.events.begin(), from.events.end());
  to.first_ns = std::min(to.first_ns, from.first_ns);
  add_each(to.wall_ns, from.wall_ns, std::plus());
  add_each(to.sum_ns, from.sum_ns, saturating_add);
  add_each(to.counts, from.counts, std::plus());
}

}  // namespace

bool lacks_shapes(const RunParts& run) {
  const auto is_op = [](const RunPart& part) { return part.kind == PartKind::Op; };
  return run.level == PartLevel::Op && std::ranges::any_of(run.parts, is_op) &&
         std::ranges::none_of(run.parts, [](const RunPart& part) { return !part.shapes.empty(); });
}

void merge_shapes(const Snapshot& trace, RunParts& run) {
  std::map<std::tuple<PartKind, std::string, std::string, std::string>, RunPart> joined;
  for (RunPart& part : run.parts) {
    part.shapes.clear();
    const auto key = std::tuple(part.kind, part.name, part.collective, part.group);
    const auto [at, fresh] = joined.try_emplace(key);
    if (fresh) {
      at->second = std::move(part);
    } else {
      join(trace, at->second, part);
    }
  }
  run.parts.clear();
  for (auto& [key, part] : joined) {
    std::ranges::sort(part.events);
    run.parts.push_back(std::move(part));
  }
  run.shapes_merged = true;
}

}  // namespace lanescope

#include "tests/fuzz/checks/trace_variants.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <utility>

#include "tests/core/base/encoded_text.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/mutate/json_tokens.h"
#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kTreeLayouts> kLayoutNames = {"minified", "spaced", "lines",
                                                                     "indented", "windows"};

constexpr std::string_view kThreads = "threads";

std::optional<TreeLayout> layout_called(std::string_view name) {
  for (std::size_t i = 0; i < kLayoutNames.size(); ++i)
    if (kLayoutNames[i] == name) return static_cast<TreeLayout>(i);
  return std::nullopt;
}

/// Stands for the time of an event that has none that can be read.
constexpr double kNoTime = -1e308;

/// Of begins, ends, counters, instants and flows of one time the order in the file is what tells
/// which came first. Of slices it says nothing.
bool is_decided_by_order(const JsonTree& event) {
  const JsonTree* const phase = event.find("ph");
  return phase == nullptr || phase->text != "\"X\"" || !json_number(event.find("ts"));
}

/// Where each event comes to stand. Those of equal or unknown time, which the order in the file
/// tells apart, keep their order.
std::vector<std::size_t> shuffled_order(const std::vector<JsonTree>& events,
                                        std::mt19937_64& random) {
  std::vector<std::size_t> order(events.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(random, i)]);
  std::map<double, std::vector<std::size_t>> places;
  for (std::size_t place = 0; place < order.size(); ++place)
    places[json_number(events[order[place]].find("ts")).value_or(kNoTime)].push_back(place);
  for (const auto& [time, of_time] : places) {
    std::vector<std::size_t> reported, sorted;
    for (const std::size_t place : of_time) {
      if (!is_decided_by_order(events[order[place]])) continue;
      reported.push_back(place);
      sorted.push_back(order[place]);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) order[reported[i]] = sorted[i];
  }
  return order;
}

void shuffle_events(JsonTree& trace) {
  JsonTree* const list = event_list(trace);
  if (list == nullptr) return;
  std::mt19937_64 random(list->children.size());
  std::vector<JsonTree> shuffled;
  for (const std::size_t i : shuffled_order(list->children, random))
    shuffled.push_back(std::move(list->children[i]));
  list->children = std::move(shuffled);
}

}  // namespace

const std::vector<std::string_view>& trace_variants() {
  static const std::vector<std::string_view> variants = {
      "gzip",     "zstd",   "utf16", "threads1", "threads3", "threads8",
      "minified", "spaced", "lines", "indented", "windows",  "shuffled"};
  return variants;
}

std::string threads_of(std::string_view variant) {
  return std::string(variant.starts_with(kThreads) ? variant.substr(kThreads.size()) : "2");
}

std::optional<std::string> trace_variant(const std::string& text, std::string_view variant) {
  if (variant == "gzip") return gzip_of(text);
  if (variant == "zstd") return zstd_of(text);
  // Its byte order mark would stand behind another one.
  if (variant == "utf16" && (!is_utf8(text) || text.starts_with("\xEF\xBB\xBF")))
    return std::nullopt;
  if (variant == "utf16") return utf16_of(text, text.size() % 2 == 0);
  if (variant.starts_with(kThreads)) return text;
  auto trace = parse_json_tree(text);
  if (!trace) return std::nullopt;
  if (const auto layout = layout_called(variant)) return json_text(*trace, *layout);
  shuffle_events(*trace);
  return json_text(*trace, TreeLayout::LineAnElement);
}

}  // namespace lanescope

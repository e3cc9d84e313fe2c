#include "core/view/details/args.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/kernels/arguments.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

/// "528 × 1 × 1" of [528, 1, 1]; trailing ones of a block are left out.
std::string extent_text(const JsonValue& list, bool drop_ones) {
  const JsonArray* items = list.array();
  if (items == nullptr) return list.to_text(true);
  std::size_t count = items->size();
  while (drop_ones && count > 1 && (*items)[count - 1].as_int() == 1) --count;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    out += (i == 0 ? "" : " × ") + (*items)[i].to_text(true);
  }
  return out;
}

/// A decimal cut to two places, as text; other values as they are.
std::string decimal_text(const JsonValue& value) {
  std::string text = value.to_text(true);
  const std::size_t point = text.find('.');
  const bool plain = text.find_first_not_of("0123456789.-") == std::string::npos;
  if (plain && point != std::string::npos && text.size() > point + 3) text.resize(point + 3);
  return text;
}

/// "registers, shared memory" of "REGS|SMEM"; empty of "none".
std::string limiting_text(std::string_view factors) {
  using Word = std::pair<std::string_view, std::string_view>;
  constexpr std::array kWords = {Word{"WARPS", "warps"}, Word{"REGS", "registers"},
                                 Word{"SMEM", "shared memory"}, Word{"BLOCKS", "blocks"},
                                 Word{"BARRIERS", "barriers"}};
  std::string out;
  for (const auto& [factor, word] : kWords) {
    if (factors.find(factor) == std::string_view::npos) continue;
    out += (out.empty() ? "" : ", ") + std::string(word);
  }
  return out;
}

class FactList {
 public:
  explicit FactList(const JsonValue& args) : args_(args) {}

  /// Two arguments on a line, where at least one is there.
  template <typename First, typename Second>
  void pair(const char* title, const char* first_key, const First& first_text,
            const char* second_key, const Second& second_text) {
    const JsonValue* first = args_.find(first_key);
    const JsonValue* second = args_.find(second_key);
    if (first == nullptr && second == nullptr) return;
    facts_.push_back({title,
                      fmt::format("{} · {}", first != nullptr ? first_text(*first) : "–",
                                  second != nullptr ? second_text(*second) : "–"),
                      {first_key, second_key}});
  }

  /// As the profiler estimated it, with what limits it where the file tells.
  void occupancy() {
    constexpr const char* kKey = "est. achieved occupancy %";
    const JsonValue* value = args_.find(kKey);
    if (value == nullptr) return;
    // 0 of a kernel that ran is no estimate: the profiler gives it where it has no block limits.
    const auto percent = occupancy_argument(args_);
    std::string shown =
        percent.value_or(0) > 0 ? value->to_text(true) + " %" : std::string("not in trace");
    const JsonValue* more = args_.find("occupancy");
    const JsonValue* limit = more != nullptr ? more->find("limitingFactors") : nullptr;
    if (limit != nullptr) {
      const std::string words = limiting_text(limit->to_text(true));
      if (!words.empty()) shown += " (" + words + ")";
    }
    facts_.push_back({"Est. occupancy", std::move(shown), {kKey}});
  }

  std::vector<ArgumentFact> take() { return std::move(facts_); }

 private:
  const JsonValue& args_;
  std::vector<ArgumentFact> facts_;
};

std::string bytes_text(const JsonValue& value) {
  return format_bytes(value.as_int());
}

}  // namespace

std::vector<ArgumentFact> known_arguments(const JsonValue& args) {
  const auto plain = [](const JsonValue& v) { return v.to_text(true); };
  const auto grid = [](const JsonValue& v) { return extent_text(v, false); };
  const auto block = [](const JsonValue& v) { return extent_text(v, true); };
  FactList facts(args);
  facts.pair("Grid · block", "grid", grid, "block", block);
  facts.pair("Registers · shared", "registers per thread", plain, "shared memory", bytes_text);
  const auto known = [](bool makes_sense) {
    return [makes_sense](const JsonValue& v) {
      return makes_sense ? decimal_text(v) : std::string("not in trace");
    };
  };
  facts.pair("Blocks · warps per SM", "blocks per SM",
             known(blocks_per_sm_argument(args).has_value()), "warps per SM",
             known(warps_per_sm_argument(args).has_value()));
  facts.occupancy();
  return facts.take();
}

}  // namespace lanescope

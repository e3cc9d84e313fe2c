#include "core/compare/name_match.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <tuple>

#include "core/base/text/ascii_case.h"
#include "core/base/threads/work.h"
#include "core/compare/cpp_spelling.h"

namespace lanescope {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

constexpr std::size_t kLeastHash = 8;  // hexadecimal digits in a row, at least one of them 0-9

bool is_hex(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}
std::string without_template_arguments(std::string_view name) {
  std::string out;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    // "operator<", "->" and "<unnamed>" are treated the same in both runs, which is good enough.
    if (c == '<') ++depth;
    if (depth == 0) out += c;
    if (c == '>' && depth > 0) --depth;
  }
  // Unbalanced: the name was truncated; keep it.
  return depth == 0 ? out : std::string(name);
}

std::string without_hashes(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    if (i > 0 && is_word(name[i - 1])) {  // inside a word that was already checked
      out += name[i++];
      continue;
    }
    std::size_t begin = i;
    const bool prefixed = name[i] == '0' && i + 1 < name.size() && (name[i + 1] == 'x');
    if (prefixed) begin += 2;
    std::size_t end = begin;
    while (end < name.size() && is_hex(name[end])) ++end;
    count_work(Work::NameBytes, end - i);
    const bool ends = end == name.size() || !is_word(name[end]);
    const std::string_view run = name.substr(begin, end - begin);
    const bool hash =
        ends &&
        (prefixed ? !run.empty() : run.size() >= kLeastHash && std::ranges::any_of(run, is_digit));
    if (hash) {
      i = end;
    } else {
      out += name[i];
      ++i;
    }
  }
  return out;
}

/// Drops the number of "triton_poi_fused_add_3" and "ProfilerStep#12".
void drop_last_number(std::string& name) {
  const bool step = name.starts_with("ProfilerStep#");
  if (!step && !name.starts_with("triton_")) return;
  std::size_t end = name.size();
  while (end > 0 && is_digit(name[end - 1])) --end;
  if (end == name.size() || end == 0) return;
  if (name[end - 1] == '_') name.resize(end - 1);
  if (step) name.resize(end);
}

/// Drops the line number of "module.py(1743): forward", which changes between versions.
void drop_python_line(std::string& name) {
  constexpr std::string_view kFile = ".py(";
  const std::size_t begin = name.find(kFile);
  if (begin == std::string::npos) return;
  std::size_t end = begin + kFile.size();
  while (end < name.size() && is_digit(name[end])) ++end;
  if (end < name.size() && name[end] == ')') name.erase(begin + 3, end + 1 - (begin + 3));
}

/// "hipDeviceSynchronize" becomes "cudaDeviceSynchronize".
void rename_hip_call(std::string& name) {
  constexpr std::string_view kHip = "hip";
  const bool call = name.starts_with(kHip) && name.size() > kHip.size() &&
                    std::isupper(static_cast<unsigned char>(name[kHip.size()])) != 0;
  if (call) name.replace(0, kHip.size(), "cuda");
}

/// Pairs the remaining parts of both runs by a key, one pass per key.
class Pairing {
 public:
  Pairing(const std::vector<RunPart>& a, const std::vector<RunPart>& b)
      : a_(a), b_(b), left_a_(in_order(a)), left_b_(in_order(b)) {}

  using KeyOf = std::function<std::string(const RunPart&)>;
  void pass(MatchedBy by, const KeyOf& key_of) {
    std::map<std::pair<PartKind, std::string>, std::vector<std::uint32_t>> of_key;
    for (const std::uint32_t part : left_b_) {
      of_key[{b_[part].kind, key_of(b_[part])}].push_back(part);
    }
    for (auto& [key, parts] : of_key) std::ranges::reverse(parts);  // taken from the back
    std::vector<bool> taken(b_.size());
    std::erase_if(left_a_, [&](std::uint32_t part) {
      const auto at = of_key.find({a_[part].kind, key_of(a_[part])});
      if (at == of_key.end() || at->second.empty()) return false;
      pairs_.push_back({part, at->second.back(), by});
      taken[at->second.back()] = true;
      at->second.pop_back();
      return true;
    });
    std::erase_if(left_b_, [&](std::uint32_t part) { return taken[part]; });
  }

  std::vector<PartPair> take() {
    for (const std::uint32_t part : left_a_) pairs_.push_back({part, std::nullopt, {}});
    for (const std::uint32_t part : left_b_) pairs_.push_back({std::nullopt, part, {}});
    return std::move(pairs_);
  }

 private:
  static std::vector<std::uint32_t> in_order(const std::vector<RunPart>& parts) {
    std::vector<std::uint32_t> order(parts.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return parts[i].first_ns; });
    return order;
  }

  const std::vector<RunPart>&a_, &b_;
  std::vector<std::uint32_t> left_a_, left_b_;
  std::vector<PartPair> pairs_;
};

std::string with_group(const RunPart& part) {
  return part.name + '\n' + part.collective + '\n' + part.group;
}

}  // namespace

std::string_view matched_by_name(MatchedBy by) {
  constexpr std::array<std::string_view, 4> kNames = {"exact", "name", "spelling", "normal_name"};
  return kNames[static_cast<std::size_t>(by)];
}

std::string normal_name(std::string_view name) {
  std::string normal = without_hashes(without_template_arguments(name));
  drop_last_number(normal);
  drop_python_line(normal);
  rename_hip_call(normal);
  return normal;
}

std::vector<PartPair> pair_parts(const std::vector<RunPart>& a, const std::vector<RunPart>& b) {
  Pairing pairing(a, b);
  pairing.pass(MatchedBy::Exact,
               [](const RunPart& part) { return with_group(part) + '\n' + part.shapes; });
  pairing.pass(MatchedBy::Name, with_group);
  pairing.pass(MatchedBy::Spelling, [](const RunPart& part) {
    return part.kind == PartKind::Kernel ? cpp_spelling(part.name) : with_group(part);
  });
  // Groups may be numbered in another order; a different collective is never the same part.
  pairing.pass(MatchedBy::NormalName,
               [](const RunPart& part) { return normal_name(part.name) + '\n' + part.collective; });
  return pairing.take();
}

}  // namespace lanescope

#include "core/readers/collapsed/collapsed.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/base/text/decimal.h"
#include "core/base/text/value_words.h"
#include "core/readers/profiles/frame_name.h"
#include "core/readers/profiles/profile_text.h"
#include "core/readers/profiles/weight_tree.h"

namespace lanescope {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr std::size_t kLinesOfHead = 20;
/// A sample stands for 10 ms: py-spy, perf and others sample 100 times a second unless told
/// otherwise, and the file does not say.
constexpr Ns kSampleNs = 10'000'000;
constexpr std::string_view kSamples = "samples counted as 10 ms each; the file has no times";
/// Nearly 3 hours of samples. Larger sums are those of times or bytes.
constexpr std::int64_t kMostSamples = 1'000'000;
constexpr std::size_t kFewestFlat = 2;  // stacks of one frame each, which may be any text

/// Takes the first line, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  const std::size_t last = line.find_last_not_of(kBlank);
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

struct Stack {
  std::string_view frames;
  std::int64_t weight = 0;  // -1: negative, or too large
  bool rounded = false;
};

/// Takes a weight such as "0.75" as the nearest whole number. False if it is no number.
bool take_fraction(std::string_view digits, Stack& stack) {
  double weight = 0;
  const char* const end = digits.data() + digits.size();
  const bool is_plain = digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  const auto read = read_decimal(digits.data(), end, weight);
  if (!is_plain || read.ptr != end) return false;
  const bool fits = read.ec == std::errc() && weight >= 0 && weight < double{kLongestProfile};
  stack.weight = fits ? std::llround(weight) : -1;
  stack.rounded = fits && weight != std::floor(weight);
  return true;
}

/// nullopt if the line does not end with a number.
std::optional<Stack> parse_stack(std::string_view line) {
  const std::size_t space = line.find_last_of(kBlank);
  if (space == std::string_view::npos || space == 0) return std::nullopt;
  const std::string_view digits = line.substr(space + 1);
  Stack stack{line.substr(0, line.find_last_not_of(kBlank, space) + 1)};
  if (stack.frames.empty()) return std::nullopt;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, stack.weight);
  if (read.ptr != end) return take_fraction(digits, stack) ? std::optional(stack) : std::nullopt;
  if (read.ec != std::errc() || stack.weight < 0) stack.weight = -1;
  return stack;
}

/// Whether a frame is spelled as torch and this program do, who write times and not counts.
bool is_timed_frame(std::string_view frame) {
  return frame.find(".py(") != std::string_view::npos;
}

/// A remark of whoever wrote the file. Ruby's classes without a name are frames: "#<Class:0x7f>".
bool is_remark(std::string_view line) {
  return line.starts_with('#') && !line.starts_with("#<");
}

bool has_letter(std::string_view frames) {
  return std::ranges::any_of(
      frames, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// For weights that are not whole, as a ns cannot be divided.
std::string rounding_text(std::uint64_t rounded) {
  if (rounded == 0) return "";
  return fmt::format("; {} fractional weight{} rounded", rounded, rounded == 1 ? "" : "s");
}

/// The lane for all stacks, and what the reader is told about it. They count as running, as such
/// files nearly always are of CPU time: without a state, they would have none in any sum.
void lay_out(const WeightTree& tree, bool is_timed, std::uint64_t rounded, ProfileText& text) {
  // Nobody counts parts of samples.
  if (!is_timed && rounded == 0 && tree.total() <= kMostSamples) {
    text.begin_thread({0, 1, "samples by stack (order is not time, 10 ms each)"});
    tree.lay_out(kSampleNs);
    text.issues().add(Issue::OrderIsNotTime, 0, kSamples);
    return;
  }
  const std::string scale = drawn_as_time("");
  text.begin_thread({0, 1, fmt::format("stacks by weight (order is not time, {})", scale)});
  tree.lay_out();
  text.issues().add(Issue::OrderIsNotTime, 0, "");
  text.issues().add(Issue::ValueIsNotTime, 0, scale + rounding_text(rounded));
}

}  // namespace

bool is_collapsed(std::string_view head) {
  // JSON, also after a byte order mark.
  const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return false;
  std::size_t lines = 0, stacks = 0, words = 0;
  bool nests = false;
  while (lines < kLinesOfHead && !head.empty()) {
    const std::string_view line = take_line(head);
    if (line.empty() || is_remark(line)) continue;
    ++lines;
    const auto stack = parse_stack(line);
    if (!stack) continue;
    ++stacks;
    nests |= stack->frames.find(';') != std::string_view::npos;
    words += has_letter(stack->frames) ? 1 : 0;
  }
  if (nests) return 2 * stacks > lines;
  return words == lines && lines >= kFewestFlat;
}

Result<ConvertedText> collapsed_text(const std::string& content, const LoadProgress* progress) {
  ProfileText text(content.size(), progress);
  WeightTree tree(text);
  std::vector<ProfileText::Frame> stack;
  bool is_timed = false;
  std::uint64_t rounded = 0;
  std::string_view rest = content;
  while (!rest.empty() && !text.full()) {
    const std::uint64_t offset = content.size() - rest.size();
    const std::string_view line = take_line(rest);
    if (line.empty() || is_remark(line)) continue;
    const auto parsed = parse_stack(line);
    if (!parsed) {
      text.drop_sample(offset, line);
      continue;
    }
    stack.clear();
    for (std::string_view frames = parsed->frames; !frames.empty();) {
      const std::size_t end = std::min(frames.find(';'), frames.size());
      is_timed = is_timed || is_timed_frame(frames.substr(0, end));
      stack.push_back(text.frame(frame_name(frames.substr(0, end))));
      frames.remove_prefix(std::min(end + 1, frames.size()));
    }
    if (!tree.add(stack, parsed->weight)) {
      text.drop_sample(offset, line);
    } else if (parsed->rounded) {
      ++rounded;
    }
  }
  text.name_process(0, "Collapsed stacks");
  lay_out(tree, is_timed, rounded, text);
  return text.finish();
}

}  // namespace lanescope

#include "core/readers/collapsed/collapsed.h"

#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/base/text/value_words.h"
#include "core/readers/profiles/frame_name.h"
#include "core/readers/profiles/profile_text.h"
#include "core/readers/profiles/weight_tree.h"

namespace lanescope {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr std::size_t kLinesOfHead = 20;

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
};

/// nullopt if the line does not end with an integer.
std::optional<Stack> parse_stack(std::string_view line) {
  const std::size_t space = line.rfind(' ');
  if (space == std::string_view::npos || space == 0) return std::nullopt;
  const std::string_view digits = line.substr(space + 1);
  Stack stack{line.substr(0, space), 0};
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, stack.weight);
  if (read.ptr != end) return std::nullopt;
  if (read.ec != std::errc() || stack.weight < 0) stack.weight = -1;
  return stack;
}

}  // namespace

bool is_collapsed(std::string_view head) {
  // JSON, also after a byte order mark.
  const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return false;
  std::size_t lines = 0, stacks = 0;
  bool nests = false;
  while (lines < kLinesOfHead && !head.empty()) {
    const std::string_view line = take_line(head);
    if (line.empty()) continue;
    ++lines;
    const auto stack = parse_stack(line);
    if (!stack) continue;
    ++stacks;
    nests |= stack->frames.find(';') != std::string_view::npos;
  }
  return nests && 2 * stacks > lines;
}

Result<ConvertedText> collapsed_text(const std::string& content, const LoadProgress* progress) {
  ProfileText text(content.size(), progress);
  WeightTree tree(text);
  std::vector<ProfileText::Frame> stack;
  std::string_view rest = content;
  while (!rest.empty() && !text.full()) {
    const std::uint64_t offset = content.size() - rest.size();
    const std::string_view line = take_line(rest);
    if (line.empty()) continue;
    const auto parsed = parse_stack(line);
    if (!parsed) {
      text.drop_sample(offset, line);
      continue;
    }
    stack.clear();
    for (std::string_view frames = parsed->frames; !frames.empty();) {
      const std::size_t end = std::min(frames.find(';'), frames.size());
      stack.push_back(text.frame(frame_name(frames.substr(0, end))));
      frames.remove_prefix(std::min(end + 1, frames.size()));
    }
    if (!tree.add(stack, parsed->weight)) text.drop_sample(offset, line);
  }
  text.name_process(0, "Collapsed stacks");
  const std::string scale = drawn_as_time("");
  text.begin_thread({0, 1, fmt::format("stacks by weight (order is not time, {})", scale), false});
  tree.lay_out();
  text.issues().add(Issue::OrderIsNotTime, 0, "");
  text.issues().add(Issue::ValueIsNotTime, 0, scale);
  return text.finish();
}

}  // namespace lanescope

#include "core/view/text/names/differing_part.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "…";

/// Letters beyond ASCII count as words, so that no part begins inside one.
bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0;
}

std::size_t common_length(std::string_view a, std::string_view b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  return static_cast<std::size_t>(end - a.begin());
}

/// Back to the start of a word, and to the bracket in front of it, since "[128]" reads better than
/// "128]". A title that another one continues differs in its last word.
std::size_t part_begin(std::string_view title, std::size_t common) {
  std::size_t at = std::min(common, title.size());
  if (at == title.size()) {
    while (at > 0 && !is_word(title[at - 1])) --at;
  }
  while (at > 0 && is_word(title[at - 1])) --at;
  if (at > 0 && (title[at - 1] == '[' || title[at - 1] == '<')) --at;
  return at;
}

}  // namespace

std::vector<std::uint32_t> differing_parts(std::span<const std::string_view> titles) {
  std::vector<std::size_t> order(titles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return titles[i]; });
  // The titles that have the most in common with one are beside it, if those equal to it are
  // passed.
  std::vector<std::size_t> common(titles.size());
  std::size_t begin = 0;  // of the titles equal to the current one
  std::size_t before = 0;
  while (begin < order.size()) {
    const std::string_view title = titles[order[begin]];
    std::size_t end = begin + 1;
    while (end < order.size() && titles[order[end]] == title) ++end;
    const std::size_t after =
        end < order.size() ? common_length(title, titles[order[end]]) : std::size_t{0};
    for (std::size_t i = begin; i < end; ++i) common[order[i]] = std::max(before, after);
    before = after;
    begin = end;
  }
  std::vector<std::uint32_t> parts;
  parts.reserve(titles.size());
  for (std::size_t i = 0; i < titles.size(); ++i)
    parts.push_back(static_cast<std::uint32_t>(part_begin(titles[i], common[i])));
  return parts;
}

std::string cut_title(std::string_view title, std::size_t differs_at, std::size_t most_bytes) {
  if (title.size() <= most_bytes) return std::string(title);
  const std::size_t part = title.size() - std::min(differs_at, title.size());
  // Either end is cut at most to half of the room.
  const std::size_t tail_bytes = std::min(part, most_bytes / 2);
  const std::size_t head_bytes = most_bytes - tail_bytes;
  if (differs_at < head_bytes) return utf8_head(title, most_bytes);
  return utf8_head(title.substr(0, differs_at), head_bytes) +
         utf8_head(title.substr(differs_at), tail_bytes);
}

}  // namespace lanescope

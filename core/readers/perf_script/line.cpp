#include "core/readers/perf_script/line.h"

#include <charconv>

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  if (!is_number(text)) return std::nullopt;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// Takes the last word.
std::string_view take_last(std::string_view& text) {
  text = trimmed(text);
  const std::size_t blank = text.find_last_of(kBlank);
  const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string_view word = text.substr(begin);
  text = trimmed(text.substr(0, begin));
  return word;
}

std::string_view take_first(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text = trimmed(text.substr(word.size()));
  return word;
}

/// "56.789012" with up to nine decimals.
std::optional<Ns> seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const auto whole = number(text.substr(0, point));
  const std::string_view decimals = text.substr(point + 1);
  auto part = number(decimals);
  if (!whole || !part || decimals.size() > 9 || *whole > 2'000'000'000) return std::nullopt;
  for (std::size_t digits = decimals.size(); digits < 9; ++digits) *part *= 10;
  return *whole * 1'000'000'000 + *part;
}

/// The position of the colon after the time, which is the first word like "56.789012:".
std::size_t time_end(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    if (at + 1 < line.size() && kBlank.find(line[at + 1]) == std::string_view::npos) continue;
    const std::size_t blank = line.find_last_of(kBlank, at);
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    if (seconds(line.substr(begin, at - begin))) return at;
  }
  return std::string_view::npos;
}

/// What is after the time: period and event, each if it is printed. False if it is neither and no
/// frame.
bool read_event(std::string_view right, PerfHeader& header) {
  right = trimmed(right);
  const std::string_view all = right;
  std::string_view word = take_first(right);
  std::string_view after_period = all;
  if (const auto period = number(word)) {
    header.period = *period;
    after_period = right;
    word = take_first(right);
  }
  if (word.ends_with(':')) {
    header.event = word.substr(0, word.size() - 1);
    header.rest = right;
    return true;
  }
  // An address can look like a period.
  header.rest = parse_perf_frame(after_period) ? after_period : all;
  return after_period.empty() || parse_perf_frame(header.rest);
}

}  // namespace

bool is_clock_event(std::string_view event) {
  return event.starts_with("cpu-clock") || event.starts_with("task-clock");
}

std::optional<PerfHeader> parse_perf_header(std::string_view line) {
  const std::size_t colon = time_end(line);
  if (colon == std::string_view::npos) return std::nullopt;
  PerfHeader header;
  std::string_view left = line.substr(0, colon);
  header.time_ns = *seconds(take_last(left));
  std::string_view word = take_last(left);
  if (word.starts_with('[') && word.ends_with(']')) {
    header.cpu = number(word.substr(1, word.size() - 2)).value_or(-1);
    word = take_last(left);
  }
  const std::size_t slash = word.find('/');
  const bool both = slash != std::string_view::npos;
  const auto thread = number(both ? word.substr(slash + 1) : word);
  const auto process = both ? number(word.substr(0, slash)) : std::optional<std::int64_t>(0);
  header.command = left;
  if (!thread || !process || header.command.empty()) return std::nullopt;
  header.thread = *thread;
  header.process = *process;
  if (!read_event(line.substr(colon + 1), header)) return std::nullopt;
  return header;
}

std::optional<std::string> parse_perf_frame(std::string_view line) {
  constexpr std::string_view kDeleted = " (deleted))";
  constexpr std::size_t kShortestAlone = 4;  // of addresses, so that not every word is one
  std::string text;
  std::string_view rest = line;
  if (trimmed(rest).ends_with(kDeleted)) {
    rest = trimmed(rest);
    rest.remove_suffix(kDeleted.size());
    text = fmt::format("{})", rest);
    rest = text;
  }
  const std::string_view address = take_first(rest);
  const bool hex = !address.empty() && address.size() <= 16 &&
                   address.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (!hex) return std::nullopt;
  if (rest.empty()) {
    const bool is_address = address.size() >= kShortestAlone;
    return is_address ? std::optional(fmt::format("0x{}", address)) : std::nullopt;
  }
  const std::size_t open = rest.rfind(" (");
  std::string_view symbol = trimmed(rest.substr(0, open));
  std::string_view file;
  if (open != std::string_view::npos && rest.ends_with(')'))
    file = rest.substr(open + 2, rest.size() - open - 3);
  if (rest.starts_with('(')) {  // no symbol at all
    symbol = {};
    file = rest.substr(1, rest.size() - (rest.ends_with(')') ? 2 : 1));
  }
  if (const std::size_t plus = symbol.rfind("+0x"); plus != std::string_view::npos && plus != 0)
    symbol = symbol.substr(0, plus);
  if (!symbol.empty() && symbol != "[unknown]") return std::string(symbol);
  const std::string_view base = file.substr(file.rfind('/') + 1);
  return base.empty() || base.starts_with('[') ? std::string("[unknown]")
                                               : fmt::format("[{}]", base);
}

}  // namespace lanescope

#include "core/readers/json/event_scan.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// How many unclosed lists, and events with unclosed lists, are scanned to the end of the text, and
/// how many braces to the same next event. Beyond that, brackets are skipped and events end at the
/// next one, which keeps text made of opening brackets linear.
constexpr std::size_t kMostUnclosed = 8;

constexpr std::array<std::string_view, 9> kEventKeys = {"ph", "name", "cat",  "pid", "tid",
                                                        "ts", "dur",  "args", "id"};

char at_or_nul(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}

/// The last position before `at` with a character not in `passed`; kNone if there is none.
std::size_t last_before(std::string_view text, std::size_t at, const char* passed) {
  return at == 0 ? kNone : text.find_last_not_of(passed, at - 1);
}

std::size_t end_before(std::string_view text, std::size_t at) {
  const std::size_t last = last_before(text, at, " \t\r\n,");
  return last == kNone ? 0 : last + 1;
}

/// Neither a member's value nor the first element of a list.
bool is_free_standing(std::string_view text, std::size_t at) {
  const std::size_t last = last_before(text, at, " \t\r\n");
  return last == kNone || (text[last] != ':' && text[last] != '[');
}

/// After a closing brace, or first on its line.
bool follows_event(std::string_view text, std::size_t at) {
  const std::size_t last = last_before(text, at, " \t\r\n,");
  const std::size_t indent = last_before(text, at, " \t");
  return (last != kNone && text[last] == '}') || (indent != kNone && text[indent] == '\n');
}

/// The first brace in [begin, end), or `end`. Does not look beyond `end`, because it is called for
/// many short ranges of a long text.
std::size_t find_brace(std::string_view text, std::size_t begin, std::size_t end) {
  end = std::min(end, text.size());
  if (begin >= end) return end;
  const std::size_t at = text.substr(0, end).find('{', begin);
  count_work(Work::TextBytes, std::min(at, end) - begin);
  return std::min(at, end);
}

std::optional<std::size_t> find_event_in(std::string_view text, std::size_t begin,
                                         std::size_t end) {
  for (std::size_t at = find_brace(text, begin, end); at < std::min(end, text.size());
       at = find_brace(text, at + 1, end)) {
    if (looks_like_event(text, at) && is_free_standing(text, at)) return at;
  }
  return std::nullopt;
}

/// Only an event, a comma or the list's end may follow.
bool ends_element(std::string_view text, std::size_t end) {
  const char next = at_or_nul(text, skip_blanks(text, end));
  return next == '\0' || next == ',' || next == ']' || next == '{';
}

/// One past the end of a string without quotes inside.
std::size_t scan_plain_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1U : 0U;
  return std::min(at + 1, text.size());
}

/// Whether a key and colon follow, so the object around the list continues.
bool member_follows(std::string_view text, std::size_t at) {
  at = skip_blanks(text, at);
  if (at_or_nul(text, at) == ',') at = skip_blanks(text, at + 1);
  if (at_or_nul(text, at) != '"') return false;
  return at_or_nul(text, skip_blanks(text, scan_plain_string(text, at))) == ':';
}

/// The open brackets of one event.
class OpenBrackets {
 public:
  [[nodiscard]] bool empty() const { return open_.empty(); }
  [[nodiscard]] bool in_object() const { return open_.back() == '{'; }
  [[nodiscard]] bool has_list() const { return lists_ != 0; }
  /// A bracket closed nothing, or several at once.
  [[nodiscard]] bool mismatched() const { return mismatched_; }

  void open(char bracket) {
    open_ += bracket;
    lists_ += bracket == '[' ? 1U : 0U;
  }
  /// Also closes everything left open inside. A stray bracket closes nothing.
  void close(char closer) {
    LANESCOPE_CHECK(!open_.empty(), "a bracket that {} closes", closer);
    const char opener = closer == '}' ? '{' : '[';
    mismatched_ |= open_.back() != opener;
    if (closer == ']' && lists_ == 0) return;
    char last = '\0';
    do {
      last = open_.back();
      open_.pop_back();
      lists_ -= last == '[' ? 1U : 0U;
    } while (last != opener);
  }

 private:
  std::string open_ = "{";  // outermost first; the first is the event's own
  std::size_t lists_ = 0;
  bool mismatched_ = false;
};

/// The next event, if a string in [begin, end) runs into it because its closing quote is missing.
std::optional<std::size_t> event_in_string(std::string_view text, std::size_t begin,
                                           std::size_t end) {
  for (std::size_t at = find_brace(text, begin, end); at < std::min(end, text.size());
       at = find_brace(text, at + 1, end)) {
    if (looks_like_event(text, at) && follows_event(text, at)) return at;
  }
  return std::nullopt;
}

}  // namespace

bool looks_like_event(std::string_view text, std::size_t at) {
  if (at_or_nul(text, at) != '{') return false;
  at = skip_blanks(text, at + 1);
  if (at_or_nul(text, at) != '"') return false;
  const std::string_view key_on = text.substr(at + 1);
  return std::any_of(kEventKeys.begin(), kEventKeys.end(), [key_on](std::string_view key) {
    return key_on.starts_with(key) && at_or_nul(key_on, key.size()) == '"' &&
           at_or_nul(key_on, skip_blanks(key_on, key.size() + 1)) == ':';
  });
}

std::optional<std::size_t> EventScan::find_event(std::size_t begin) {
  if (begin < found_from_ || begin > found_at_) {
    found_from_ = begin;
    found_at_ = find_event_in(text_, begin, text_.size()).value_or(kNone);
  }
  return found_at_ == kNone ? std::nullopt : std::optional(found_at_);
}

std::optional<std::size_t> EventScan::closed_end(std::size_t at) {
  LANESCOPE_CHECK(at_or_nul(text_, at) == '{', "an event's brace at {} of {}", at, text_.size());
  const std::size_t limit = find_event(at + 1).value_or(text_.size());
  if (limit != unclosed_until_) unclosed_before_ = 0;
  unclosed_until_ = limit;
  if (unclosed_before_ >= kMostUnclosed) return std::nullopt;
  const auto end = scan_value(text_.substr(0, limit), at);
  if (!end) ++unclosed_before_;
  return end;
}

std::optional<std::size_t> EventScan::event_end(std::size_t at) {
  LANESCOPE_CHECK(at_or_nul(text_, at) == '{', "an event's brace at {} of {}", at, text_.size());
  const std::size_t begin = at;
  OpenBrackets open;
  std::optional<std::size_t> listed;  // the first event inside a list of this one
  ++at;
  while ((at = text_.find_first_of("\"{}[]", at)) != kNone) {
    const char c = text_[at];
    if (c == '"') {
      const auto end = scan_value(text_, at);
      const auto next = event_in_string(text_, at, end.value_or(text_.size()));
      if (next) return end_before(text_, *next);
      if (!end) break;
      at = *end;
      continue;
    }
    if (c == '{' && is_free_standing(text_, at) && looks_like_event(text_, at)) {
      if (open.in_object()) return end_before(text_, at);
      if (!listed) listed = at;
      if (unclosed_events_ >= kMostUnclosed) return end_before(text_, *listed);
    }
    if (c == ']' && !open.has_list() && ends_file(at)) return end_before(text_, at);
    if (c == '{' || c == '[') {
      open.open(c);
    } else {
      open.close(c);
    }
    ++at;
    if (open.empty()) {
      count_work(Work::TextBytes, at - begin);
      return listed && open.mismatched() ? end_before(text_, *listed) : at;
    }
  }
  count_work(Work::TextBytes, text_.size() - begin);
  // An unclosed list contains no events, so they are the following ones, unless the file is
  // truncated.
  const bool is_broken =
      text_end_ == TextEnd::BeforeEvent || (text_end_ == TextEnd::OfFile && open.mismatched());
  if (listed && is_broken) {
    ++unclosed_events_;
    return end_before(text_, *listed);
  }
  return std::nullopt;
}

/// Only the end of the file's object follows the bracket at `at`.
bool EventScan::ends_file(std::size_t at) const {
  if (text_end_ != TextEnd::OfFile) return false;
  std::size_t next = skip_blanks(text_, at + 1);
  if (at_or_nul(text_, next) == '}') next = skip_blanks(text_, next + 1);
  return next >= text_.size();
}

std::optional<std::size_t> EventScan::element_list_end(std::size_t at) {
  LANESCOPE_CHECK(at_or_nul(text_, at) == '[', "a list's bracket at {} of {}", at, text_.size());
  if (unclosed_lists_ >= kMostUnclosed) return std::nullopt;
  const auto end = scan_value(text_, at);
  if (!end) {
    ++unclosed_lists_;
    return std::nullopt;
  }
  const char next = at_or_nul(text_, skip_blanks(text_, *end));
  if ((next == ',' && !member_follows(text_, *end)) || next == ']') return end;
  const bool holds_events =
      looks_like_event(text_, skip_blanks(text_, at + 1)) || find_event_in(text_, at, *end);
  return holds_events ? std::nullopt : end;
}

std::size_t EventScan::non_event_end(std::size_t at) {
  const char c = text_[at];
  if (c == '}' || c == ']') return at + 1;
  if (c == '[') return element_list_end(at).value_or(at + 1);
  const std::size_t token_end =
      c == '"' ? scan_plain_string(text_, at)
               : std::min(text_.find_first_of(",[]{}\"\n", at + 1), text_.size());
  if (ends_element(text_, token_end) && !find_event_in(text_, at, token_end)) return token_end;
  if (const auto event = find_event(at)) return end_before(text_, *event);
  return c == '"' ? at + 1 : token_end;
}

bool EventScan::ends_list(std::size_t at) {
  LANESCOPE_CHECK(at_or_nul(text_, at) == ']', "a bracket at {} of {}", at, text_.size());
  const std::size_t next = skip_blanks(text_, at + 1);
  const bool is_last = text_end_ == TextEnd::OfFile;
  if (next >= text_.size()) return is_last;
  return member_follows(text_, at + 1) || another_trace_follows(next) ||
         (is_last && !find_event(next));
}

bool EventScan::another_trace_follows(std::size_t at) {
  if (at_or_nul(text_, at) == '}') at = skip_blanks(text_, at + 1);
  if (at_or_nul(text_, at) != '{') return false;
  const auto event = find_event(at);
  return event && text_.substr(at, *event - at).find("\"traceEvents\"") != kNone;
}

}  // namespace lanescope

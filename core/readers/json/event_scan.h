// Finds where events begin and end in text that strict parsing refused. For valid JSON the answers
// are exact; in broken JSON they keep the damage of one event from spreading to the next: a string
// or a bracket that was left open ends where the next event begins.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

/// Does an event seem to begin at `at`: a brace and one of the keys that events have?
bool looks_like_event(std::string_view text, std::size_t at);

/// What is known about the end of a text.
enum class TextEnd {
  Anywhere,     // there is more, not read yet
  BeforeEvent,  // the next event begins behind it
  OfFile,
};

/// Scans one text, front to back. All calls together are linear in its size but for the overlap of
/// what they are asked.
class EventScan {
 public:
  EventScan(std::string_view text, TextEnd text_end) : text_(text), text_end_(text_end) {}

  /// One past the bracket that closes the event whose brace stands at `at`, counted as a parser
  /// would; nullopt when the next event seems to begin before it, or the text ends.
  std::optional<std::size_t> closed_end(std::size_t at);

  /// One past the end of the event at `at`, closed or not: one that is not closed ends behind its
  /// last character before the next event. nullopt when the text ends first.
  std::optional<std::size_t> event_end(std::size_t at);

  /// One past the end of anything else that stands where an event should: a scalar, a string, a
  /// list, a stray bracket or quote. At least one byte long; reaches into no event, but for one
  /// that stands in a whole list.
  std::size_t non_event_end(std::size_t at);

  /// One past the end of the list at `at` that stands where an event should: it is closed, and
  /// another element or the end of the events follows. nullopt when the bracket is stray: the list
  /// is never closed, or holds events and nothing goes on behind it as it should.
  std::optional<std::size_t> element_list_end(std::size_t at);

  /// Whether the bracket at `at`, found between two events, ends the list of events: another member
  /// of the file's object follows, or at least no event.
  [[nodiscard]] bool ends_list(std::size_t at);

 private:
  std::optional<std::size_t> find_event(std::size_t begin);
  [[nodiscard]] bool ends_file(std::size_t at) const;

  std::string_view text_;
  TextEnd text_end_;
  // What the last search found: no event in [found_from_, found_at_), one at found_at_.
  std::size_t found_from_ = static_cast<std::size_t>(-1), found_at_ = 0;
  std::size_t unclosed_lists_ = 0, unclosed_events_ = 0;
};

}  // namespace lanescope

// Finds where events begin and end in text that strict parsing rejected. Exact for valid JSON. In
// broken JSON it keeps the damage of one event from spreading to the next: an unclosed string or
// bracket ends where the next event begins.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

/// Does an event seem to begin at `at`: a brace and a key that events have?
bool looks_like_event(std::string_view text, std::size_t at);

/// What is known about the end of a text.
enum class TextEnd {
  Anywhere,     // more text follows that has not been read yet
  BeforeEvent,  // the next event follows
  OfFile,
};

/// Scans one text. Call from front to back. All calls together are linear in its size, except for
/// overlaps between what they are asked for.
class EventScan {
 public:
  EventScan(std::string_view text, TextEnd text_end) : text_(text), text_end_(text_end) {}

  /// One past the bracket that closes the event whose brace is at `at`, by matching brackets as a
  /// parser does. nullopt if the next event seems to begin before it, or the text ends, or if so
  /// many braces before that event were not closed that no more are tried.
  std::optional<std::size_t> closed_end(std::size_t at);

  /// One past the end of the event at `at`, closed or not. An unclosed one ends after its last
  /// character before the next event. nullopt if the text ends first.
  std::optional<std::size_t> event_end(std::size_t at);

  /// One past the end of anything else in place of an event: a scalar, string, list, or stray
  /// bracket or quote. At least one byte; does not extend into an event, except inside a complete
  /// list.
  std::size_t non_event_end(std::size_t at);

  /// One past the end of the list at `at`, in place of an event, if it is closed and followed by
  /// another element or the end of the events. nullopt if the bracket is stray: the list is never
  /// closed, or it contains events and is not followed by what should follow.
  std::optional<std::size_t> element_list_end(std::size_t at);

  /// Whether the bracket at `at`, between two events, ends the list of events: another member of
  /// the file's object follows, or at least no event does.
  [[nodiscard]] bool ends_list(std::size_t at);

 private:
  /// Whether the file's object, if that is still open, ends at `at`, and that of another trace
  /// begins, as in a file to which one was appended.
  [[nodiscard]] bool another_trace_follows(std::size_t at);
  std::optional<std::size_t> find_event(std::size_t begin);
  [[nodiscard]] bool ends_file(std::size_t at) const;

  std::string_view text_;
  TextEnd text_end_;
  // The last search: no event in [found_from_, found_at_), one at found_at_.
  std::size_t found_from_ = static_cast<std::size_t>(-1), found_at_ = 0;
  std::size_t unclosed_lists_ = 0, unclosed_events_ = 0;
  std::size_t unclosed_until_ = 0, unclosed_before_ = 0;  // braces before the event at the former
};

}  // namespace lanescope

// A program's terminal output as plain lines: colors and other control sequences are removed, and
// progress bars that rewrite their line replace it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace lanescope {

class TerminalText {
 public:
  /// When the text exceeds this, the oldest lines are dropped. A line counts its bytes and some
  /// more.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  /// Longer lines are continued on the next.
  static constexpr std::size_t kMostLineBytes = 4000;

  /// Any bytes, split anywhere; invalid UTF-8 becomes U+FFFD, control characters are removed.
  void add(std::string_view bytes);
  /// Adds a line that says how many bytes are missing here.
  void add_gap(std::uint64_t bytes);

  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] std::string_view line(std::size_t index) const { return lines_[index]; }
  /// How many lines have been dropped: what was at index i + n is now at i.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  /// The lines in [begin, end), clipped to those that exist, each with its line feed.
  [[nodiscard]] std::string text(std::size_t begin = 0, std::size_t end = SIZE_MAX) const;

 private:
  enum class State : std::uint8_t { Text, Escape, Sequence, String, StringEscape };

  void take(unsigned char byte);
  bool take_control(unsigned char byte);
  void take_character(std::string_view character);
  void take_partial(bool more_may_come);
  /// Prepares for the next character: clears a line that is being rewritten, ends a full one.
  void make_room(std::size_t bytes);
  std::string& line_to_write();
  void end_line();
  void drop_oldest();

  std::deque<std::string> lines_;
  std::size_t bytes_ = 0;
  std::uint64_t dropped_ = 0;
  State state_ = State::Text;
  std::string partial_;        // the start of a character
  bool line_is_open_ = false;  // the last line is not finished
  bool begins_anew_ = false;   // after a carriage return
};

}  // namespace lanescope

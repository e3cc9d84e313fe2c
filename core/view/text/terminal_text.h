// What a program writes to a terminal, as plain lines: colours and other orders to the terminal are
// left out, progress bars that begin their line anew replace it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace lanescope {

class TerminalText {
 public:
  /// Of the text, the oldest lines go first. A line takes its bytes and some more.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  /// Longer lines go on in the next.
  static constexpr std::size_t kMostLineBytes = 4000;

  /// Any bytes, cut anywhere; what is no UTF-8 becomes U+FFFD, control characters go.
  void add(std::string_view bytes);
  /// A line that says that so many bytes are missing here.
  void add_gap(std::uint64_t bytes);

  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] std::string_view line(std::size_t index) const { return lines_[index]; }
  /// Lines that were there and have gone: what was at index i + n is at i now.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  /// The last lines, each with its line feed: [begin, end), which is cut to what there is.
  [[nodiscard]] std::string text(std::size_t begin = 0, std::size_t end = SIZE_MAX) const;

 private:
  enum class State : std::uint8_t { Text, Escape, Sequence, String, StringEscape };

  void take(unsigned char byte);
  bool take_control(unsigned char byte);
  void take_character(std::string_view character);
  void take_partial(bool more_may_come);
  /// For what comes next: a line that is written anew is empty, a full one is ended.
  void make_room(std::size_t bytes);
  std::string& line_to_write();
  void end_line();
  void drop_oldest();

  std::deque<std::string> lines_;
  std::size_t bytes_ = 0;
  std::uint64_t dropped_ = 0;
  State state_ = State::Text;
  std::string partial_;        // the begin of a character
  bool line_is_open_ = false;  // the last line goes on
  bool begins_anew_ = false;   // a carriage return came
};

}  // namespace lanescope

// Strings inside broken JSON: finds where they probably end, and writes them as valid JSON.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

/// Determines what may follow a string.
enum class StringRole { Key, Member, Element };

/// The content of a string is [begin, end) of the text; reading continues at `next`.
struct StringSpan {
  std::size_t end = 0;
  std::size_t next = 0;
};

/// Finds the ends of the strings of one text. Call from front to back. Linear over all calls.
class StringEnds {
 public:
  explicit StringEnds(std::string_view text);

  /// `begin` is the position after the opening quote.
  StringSpan find(std::size_t begin, StringRole role);

 private:
  /// A search result that holds for all later ones: strings that begin here or later have no such
  /// end.
  using NoneFrom = std::size_t;

  [[nodiscard]] StringSpan find_convincing(std::size_t begin, StringRole role) const;
  [[nodiscard]] StringSpan find_possible(std::size_t begin) const;
  [[nodiscard]] StringSpan give_up(std::size_t begin) const;

  [[nodiscard]] bool goes_on_after(std::size_t position, StringRole role) const;
  [[nodiscard]] bool goes_on_after_comma(std::size_t position, StringRole role) const;
  [[nodiscard]] bool goes_on_after_closers(std::size_t position) const;
  [[nodiscard]] bool ends_despite_backslash(std::size_t position) const;
  [[nodiscard]] bool line_break_ends(std::size_t position) const;
  [[nodiscard]] bool is_bare_key(std::size_t position) const;
  [[nodiscard]] bool is_quoted_key(std::size_t position) const;
  [[nodiscard]] bool is_plain_key(std::size_t position) const;
  [[nodiscard]] char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  std::string_view text_;
  std::size_t tail_ = 0;  // only closing brackets, commas and whitespace follow
  std::array<NoneFrom, 3> none_convincing_{};
  NoneFrom none_possible_;
};

/// Appends a string with its quotes. `inside` is raw JSON text; invalid escapes, quotes, control
/// bytes and invalid UTF-8 in it are repaired.
void append_repaired_string(std::string_view inside, std::string& out);

}  // namespace lanescope

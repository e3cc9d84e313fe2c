// Finds where the list of events begins in the text of a JSON trace, which may be in pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

class EventListPlace {
 public:
  /// Reads on. Returns how many bytes of `text` come before the first event: all, if the list does
  /// not begin in it.
  std::size_t add(std::string_view text);
  [[nodiscard]] bool found() const { return found_; }

 private:
  void take(char c);
  void take_in_string(char c);

  int depth_ = 0;  // containers around the place
  bool in_string_ = false, escaped_ = false;
  std::string string_;   // the last one of the outermost object, while it may be the key
  bool is_key_ = false;  // the colon after it was read
  bool found_ = false;
};

}  // namespace lanescope

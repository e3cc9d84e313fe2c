// The text of a control message while it is put together: lines of KEY=VALUE in a fixed buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "capture/wire/control.h"

namespace lanescope::agent {

class MessageText {
 public:
  static constexpr std::size_t kMost = wire::kMaxMessageBytes - sizeof(wire::MessageHeader);

  /// A line that has no room is left out whole.
  void line(std::string_view key, std::string_view value);
  void line(std::string_view key, std::int64_t value);
  /// The value comes in several pieces: begin, any number of pieces, end.
  void begin(std::string_view key);
  void piece(std::string_view value);
  void piece(std::int64_t value);
  void end();

  [[nodiscard]] std::string_view text() const { return {bytes_, used_}; }
  void clear() { used_ = 0; }

 private:
  void put(char byte);

  std::size_t used_ = 0;
  std::size_t line_start_ = 0;
  bool whole_ = true;
  char bytes_[kMost];
};

/// The value of `key` in such a text, copied to `to` (zero-terminated, cut at `size`) without its
/// escapes. False when it is not there.
bool find_value(std::string_view text, std::string_view key, char* to, std::size_t size);
/// The same as a number; `otherwise` when it is missing or none.
std::int64_t find_number(std::string_view text, std::string_view key, std::int64_t otherwise);

}  // namespace lanescope::agent

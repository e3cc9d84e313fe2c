// The text of a control message while it is put together: lines of KEY=VALUE in the caller's bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "capture/wire/control.h"

namespace lanescope::agent {

inline constexpr std::size_t kMostText = wire::kMaxMessageBytes - sizeof(wire::MessageHeader);

class MessageText {
 public:
  /// The bytes outlive it.
  explicit MessageText(std::span<char> bytes) : bytes_(bytes.data()), most_(bytes.size()) {}

  /// A line that has no room is left out whole.
  void line(std::string_view key, std::string_view value);
  void line(std::string_view key, std::int64_t value);
  /// The value comes in several pieces: begin, any number of pieces, end.
  void begin(std::string_view key);
  void piece(std::string_view value);
  void piece(std::int64_t value);
  void end();

  [[nodiscard]] std::string_view text() const { return {bytes_, used_}; }

 private:
  void put(char byte);

  char* bytes_;
  std::size_t most_;
  std::size_t used_ = 0;
  std::size_t line_start_ = 0;
  bool whole_ = true;
};

/// The value of `key` in such a text, as a number; `otherwise` when it is missing or none.
std::int64_t find_number(std::string_view text, std::string_view key, std::int64_t otherwise);

}  // namespace lanescope::agent

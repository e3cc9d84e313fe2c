// Builds the text of a control message: lines of KEY=VALUE, in the caller's buffer.
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
  /// `bytes` must outlive this object.
  explicit MessageText(std::span<char> bytes) : bytes_(bytes.data()), most_(bytes.size()) {}

  /// A line that does not fit is left out entirely.
  void line(std::string_view key, std::string_view value);
  void line(std::string_view key, std::int64_t value);
  /// For a value in several pieces: begin, any number of pieces, end.
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

/// The value of `key` in such a text as a number; `otherwise` if it is missing or not a number.
std::int64_t find_number(std::string_view text, std::string_view key, std::int64_t otherwise);

}  // namespace lanescope::agent

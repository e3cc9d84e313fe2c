// The text of control messages, also kept in recordings: lines of KEY=VALUE, see
// capture/wire/control.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

/// The text may be hostile: lines without "=" are ignored, the first of duplicate keys counts, and
/// at most 4096 lines are read.
class MessageText {
 public:
  MessageText() = default;
  explicit MessageText(std::string_view text);

  /// Empty if missing.
  [[nodiscard]] std::string value(std::string_view key) const;
  /// nullopt if missing or not an integer of at most 18 digits.
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view key) const;

  MessageText& add(std::string_view key, std::string_view value);
  MessageText& add(std::string_view key, std::int64_t value);

  using Pairs = std::vector<std::pair<std::string, std::string>>;
  [[nodiscard]] const Pairs& pairs() const { return pairs_; }
  /// One line per pair, in the order in which they were added.
  [[nodiscard]] std::string text() const;

 private:
  Pairs pairs_;
};

}  // namespace lanescope

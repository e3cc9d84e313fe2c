// The text of control messages, which recordings keep: lines of KEY=VALUE, see
// capture/wire/control.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

/// Whoever wrote it may be hostile: lines without "=" are passed over, of a key that comes twice
/// the first counts, at most 4096 lines are taken.
class MessageText {
 public:
  MessageText() = default;
  explicit MessageText(std::string_view text);

  /// Empty: not there.
  [[nodiscard]] std::string value(std::string_view key) const;
  /// Not there, or no whole number of at most 18 digits: nullopt.
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view key) const;

  MessageText& add(std::string_view key, std::string_view value);
  MessageText& add(std::string_view key, std::int64_t value);

  using Pairs = std::vector<std::pair<std::string, std::string>>;
  [[nodiscard]] const Pairs& pairs() const { return pairs_; }
  /// One line a pair, in the order they were added.
  [[nodiscard]] std::string text() const;

 private:
  Pairs pairs_;
};

}  // namespace lanescope

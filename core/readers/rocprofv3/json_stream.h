// JsonStream: walks through a JSON text of any size from its beginning, and gives out single values
// for a parser. Tolerant: where the text is not JSON, or ends, everything that is open ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

class JsonStream {
 public:
  /// Bytes behind every value that may be read too, as simdjson does.
  static constexpr std::size_t kPadding = 64;
  /// Longer values are skipped.
  static constexpr std::size_t kLongest = std::size_t{64} << 20U;

  /// `from`: the text offset at which the source begins to read.
  explicit JsonStream(ByteSource& source, std::uint64_t from = 0)
      : source_(&source), begin_(from) {}

  /// The first character of what follows; 0 at the end of the text.
  char next_char();
  /// Enters an object '{' or a list '['; false if something else follows.
  bool enter(char open);
  /// To the next member of the object that was entered last: its key, decoded. False at the end of
  /// the object, which is left.
  bool next_member(std::string& key);
  /// To the next element of the list that was entered last. False at its end, which is left.
  bool next_element();

  /// A value with its place in the text; valid until the next call.
  struct Value {
    std::string_view text;
    std::uint64_t offset = 0;
  };
  /// The value that follows; nullopt if the text ends in it, or it is too long.
  std::optional<Value> value();
  void skip_value();

  /// Whether the text ended, or broke off, before the value that was entered first did.
  [[nodiscard]] bool is_cut_off() const { return failed_; }
  [[nodiscard]] std::uint64_t offset() const { return begin_ + at_; }

 private:
  bool fill();  // false at the end of the text
  void skip_blanks();
  bool pass_value();
  bool pass_string();
  bool pass_nested();
  bool next_item(char close);

  ByteSource* source_;
  std::string text_;
  std::size_t size_ = 0;       // of the text, without padding
  std::size_t at_ = 0;         // what follows
  std::size_t kept_from_ = 0;  // what is still needed
  std::uint64_t begin_ = 0;    // text offset of the first byte
  bool keeps_ = false;         // a value is being read
  bool too_long_ = false;
  bool first_ = false;  // no item of the innermost container was read
  bool failed_ = false, ended_ = false;
};

}  // namespace lanescope

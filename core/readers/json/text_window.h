// The text around events that are read one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/store/place.h"

namespace lanescope {

/// Keeps a piece of a source, so that reading many events in file order asks the source once for
/// each piece and not once for each event. Not thread-safe; one for each thread serves all sources.
class TextWindow {
 public:
  /// Bytes behind every text that may be read too, as simdjson does.
  static constexpr std::size_t kPadding = 64;

  /// The text of an event, valid until the next call. `owner` differs for every source. Must not be
  /// longer than Place can say. Errors: Unreadable, also if the file has changed since it was
  /// opened.
  Result<std::string_view> read(ByteSource& source, std::uint64_t owner, Place place);

 private:
  std::uint64_t owner_ = 0;
  std::uint64_t begin_ = 0, size_ = 0;  // text offsets of what `text_` begins with
  std::uint64_t ahead_ = 0;             // how much was read at once, if more than an event
  std::string text_;
};

}  // namespace lanescope

// EventSlices: splits the text of the event list into slices of complete events, for parallel
// parsing.
//
// Fast mode: split wherever the text between the first two events of the file occurs again. If it
// contains a line break, it hardly ever occurs inside an event: strings cannot contain raw line
// breaks, and nested objects are indented differently. Parsing detects a wrong split, because
// brackets are then missing or left over. In that case the loader reads the file again in exact
// mode, which follows every bracket and is several times slower.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/check.h"
#include "core/base/column.h"

namespace lanescope {

/// A worker's reusable buffer: the slice's text with the padding that simdjson needs.
class SliceBuffer {
 public:
  static constexpr std::size_t kPadding = 128;  // simdjson reads up to 64 bytes beyond the end

  /// The slice's text, with one writable byte before it and kPadding after it.
  [[nodiscard]] std::string_view text() const { return {data_.begin() + begin_, size_}; }
  [[nodiscard]] char* data() {
    LANESCOPE_CHECK(begin_ > 0 && begin_ + size_ + kPadding <= data_.size(),
                    "room around {} bytes from {}, of {}", size_, begin_, data_.size());
    return &data_[begin_];
  }
  /// Text offset of the first byte.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// The slice's position in file order.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// No slice follows.
  [[nodiscard]] bool is_last() const { return is_last_; }

 private:
  friend class EventSlices;
  /// Makes room for `text_bytes` of text and padding; keeps the content.
  void reserve(std::size_t text_bytes);
  /// The position to read text into.
  [[nodiscard]] char* room() { return &data_[1]; }

  Column<char> data_;
  std::size_t begin_ = 1, size_ = 0;
  std::uint64_t offset_ = 0, number_ = 0;
  bool is_last_ = false;
};

class EventSlices {
 public:
  struct Layout {
    std::uint64_t list_offset = 0;  // text offset after the list's '['
    std::string separator;  // from an event's '}' to the next one's '{', inclusive; empty: unknown
  };

  struct Options {
    std::size_t slice_bytes = 2U << 20;
    bool exact = false;
    std::uint64_t text_end = UINT64_MAX;  // the end of the list, if known
    /// When reading in order, text that cannot be split is returned in pieces of this size, because
    /// a few megabytes of a compressed file can expand to gigabytes of a single name or of blanks.
    /// Events of real profilers are far smaller.
    std::size_t largest_event = 32U << 20;
  };

  /// `head` is the text already read, from text offset 0; the list begins in it.
  EventSlices(ByteSource& source, std::string_view head, Layout layout, const Options& options);

  /// The next slice; false at the end. Any thread. Slices may be returned out of order, but are
  /// numbered.
  bool next(SliceBuffer& buffer);

  /// The list has ended: slices that begin after this text offset are not needed.
  void stop_after(std::uint64_t offset);

 private:
  bool next_random_access(SliceBuffer& buffer);
  bool next_streamed(SliceBuffer& buffer);
  /// The first split at or after `from` whose separator is in `text`, which is at `offset`.
  [[nodiscard]] std::optional<std::uint64_t> cut_in(std::string_view text, std::uint64_t offset,
                                                    std::uint64_t from) const;
  /// The first split at or after `from`: the offset of an event's '{', or the size of the text.
  std::uint64_t find_cut(SliceBuffer& buffer, std::uint64_t buffer_offset, std::size_t& filled,
                         std::uint64_t from);

  /// A split between two events: one past the first one's '}', and the second one's '{'. Zero:
  /// none.
  struct Cut {
    std::size_t end = 0, next = 0;
  };
  [[nodiscard]] Cut last_cut(std::string_view text) const;
  [[nodiscard]] Cut last_separator(std::string_view text) const;
  std::size_t take_text(SliceBuffer& buffer, std::size_t filled, std::size_t wanted);

  ByteSource* source_;
  Layout layout_;
  std::size_t slice_bytes_;
  bool exact_;
  std::uint64_t text_end_;
  std::size_t largest_event_;
  std::uint64_t random_access_size_ = 0;  // 0: read in order
  std::atomic<std::uint64_t> next_block_{0};
  std::atomic<std::uint64_t> stop_offset_{UINT64_MAX};
  std::atomic<std::uint64_t> no_cut_from_{UINT64_MAX};  // no separator at or after it

  std::mutex mutex_;   // protects everything below; for reading in order
  std::string carry_;  // text read but not returned yet, from carry_begin_
  std::size_t carry_begin_ = 0;
  std::uint64_t carry_offset_;  // text offset of carry_begin_
  std::uint64_t next_number_ = 0;
  bool ended_ = false;
};

}  // namespace lanescope

// EventSlices: cuts the text of the event list into slices of whole events, so that workers can
// parse in parallel.
//
// Fast way: cut where the text between two events, as it stood between the first two of the file,
// occurs again. With a line break in it this is hardly met inside an event: a raw line break is
// illegal in a string, and nested objects are indented differently. Parsing proves it: between two
// wrong cuts brackets are left over or missing. Then the loader reads the file once more in exact
// mode, which walks every bracket and is several times slower.
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

/// A worker's reusable buffer: the slice's text with room around it, as simdjson wants it.
class SliceBuffer {
 public:
  static constexpr std::size_t kPadding = 128;  // simdjson reads up to 64 bytes behind a text

  /// Text of the slice; one writable byte lies before it, kPadding behind it.
  [[nodiscard]] std::string_view text() const { return {data_.begin() + begin_, size_}; }
  [[nodiscard]] char* data() {
    LANESCOPE_CHECK(begin_ > 0 && begin_ + size_ + kPadding <= data_.size(),
                    "room around {} bytes from {}, of {}", size_, begin_, data_.size());
    return &data_[begin_];
  }
  /// Text offset of the first byte.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// Place of the slice in the file's order.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Nothing comes after this slice.
  [[nodiscard]] bool is_last() const { return is_last_; }

 private:
  friend class EventSlices;
  /// Room for `text_bytes` of text and what is around it; what is there stays.
  void reserve(std::size_t text_bytes);
  /// Where text is read to.
  [[nodiscard]] char* room() { return &data_[1]; }

  Column<char> data_;
  std::size_t begin_ = 1, size_ = 0;
  std::uint64_t offset_ = 0, number_ = 0;
  bool is_last_ = false;
};

class EventSlices {
 public:
  struct Layout {
    std::uint64_t list_offset = 0;  // text offset behind the list's '['
    std::string separator;  // from the '}' of an event to the '{' of the next, both included;
                            // empty: unknown
  };

  struct Options {
    std::size_t slice_bytes = 2U << 20;
    bool exact = false;
    std::uint64_t text_end = UINT64_MAX;  // where the list is known to end, when it is
    /// Read in order, text without any cut is handed out in pieces of this size: a few megabytes of
    /// a compressed file can stand for gigabytes of one name or of blanks. No event that a profiler
    /// writes comes near.
    std::size_t largest_event = 32U << 20;
  };

  /// `head` is text that was read already, from text offset 0 on; the list begins in it.
  EventSlices(ByteSource& source, std::string_view head, Layout layout, const Options& options);

  /// The next slice; false at the end. Any thread; slices may be handed out of order but are
  /// numbered.
  bool next(SliceBuffer& buffer);

  /// Slices that begin behind this text offset need not be read: the list has ended.
  void stop_after(std::uint64_t offset);

 private:
  bool next_random_access(SliceBuffer& buffer);
  bool next_streamed(SliceBuffer& buffer);
  /// The first cut at or behind `from` whose separator lies in `text`, which stands at `offset`.
  [[nodiscard]] std::optional<std::uint64_t> cut_in(std::string_view text, std::uint64_t offset,
                                                    std::uint64_t from) const;
  /// First cut at or behind `from`: the offset of an event's '{', or the size of the text.
  std::uint64_t find_cut(SliceBuffer& buffer, std::uint64_t buffer_offset, std::size_t& filled,
                         std::uint64_t from);

  /// Between two events: one past the first one's '}', and the second one's '{'. Zero: no cut.
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
  std::uint64_t random_access_size_ = 0;  // 0: streamed
  std::atomic<std::uint64_t> next_block_{0};
  std::atomic<std::uint64_t> stop_offset_{UINT64_MAX};
  std::atomic<std::uint64_t> no_cut_from_{UINT64_MAX};  // no separator begins at or behind it

  std::mutex mutex_;   // streamed: everything below
  std::string carry_;  // text read but not handed out, from carry_begin_ on
  std::size_t carry_begin_ = 0;
  std::uint64_t carry_offset_;  // text offset of carry_begin_
  std::uint64_t next_number_ = 0;
  bool ended_ = false;
};

}  // namespace lanescope

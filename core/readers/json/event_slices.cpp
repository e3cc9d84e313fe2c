#include "core/readers/json/event_slices.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/threads/work.h"
#include "core/readers/json/event_scan.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

constexpr std::size_t kLookahead = 64U << 10;
/// If exact mode finds no split in this much text, perhaps after a stray bracket, split at the
/// separator.
constexpr std::size_t kLargestExactSlice = 16U << 20;

void lower(std::atomic<std::uint64_t>& value, std::uint64_t to) {
  std::uint64_t seen = value.load();
  while (to < seen && !value.compare_exchange_weak(seen, to)) {
  }
}

/// Whether a list in place of an event is closed and followed by something; if not, more text is
/// needed to decide.
bool is_whole_list(std::string_view text, std::size_t at) {
  const auto end = scan_value(text, at);
  return end && skip_blanks(text, *end) < text.size();
}

std::size_t skip_separators(std::string_view text, std::size_t at) {
  while (true) {
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != ',') return at;
    ++at;
  }
}

}  // namespace

void SliceBuffer::reserve(std::size_t text_bytes) {
  const std::size_t needed = text_bytes + 1 + kPadding;
  if (data_.size() >= needed) return;
  Column<char> larger(needed);
  if (!data_.empty()) std::memcpy(&larger[0], &data_[0], data_.size());
  data_ = std::move(larger);
}

EventSlices::EventSlices(ByteSource& source, std::string_view head, Layout layout,
                         const Options& options)
    : source_(&source),
      layout_(std::move(layout)),
      slice_bytes_(std::max<std::size_t>(options.slice_bytes, 1)),
      exact_(options.exact || layout_.separator.empty()),
      text_end_(options.text_end),
      largest_event_(options.largest_event),
      carry_offset_(layout_.list_offset) {
  LANESCOPE_CHECK(layout_.list_offset <= head.size(),
                  "the list to begin in the {} bytes that were read, not at {}", head.size(),
                  layout_.list_offset);
  const auto size = source.random_access_size();
  if (size && !exact_) {
    random_access_size_ = std::min(*size, text_end_);
  } else {
    carry_ = head.substr(static_cast<std::size_t>(layout_.list_offset));
    if (text_end_ < head.size())
      carry_.resize(static_cast<std::size_t>(text_end_ - layout_.list_offset));
  }
}

bool EventSlices::next(SliceBuffer& buffer) {
  return random_access_size_ != 0 ? next_random_access(buffer) : next_streamed(buffer);
}

void EventSlices::stop_after(std::uint64_t offset) {
  lower(stop_offset_, offset);
}

std::optional<std::uint64_t> EventSlices::cut_in(std::string_view text, std::uint64_t offset,
                                                 std::uint64_t from) const {
  if (from > offset + text.size()) return std::nullopt;
  const auto begin = static_cast<std::size_t>(from - offset);
  const std::size_t at = text.find(layout_.separator, begin);
  count_work(Work::TextBytes, std::min(at, text.size()) - begin);
  if (at == std::string_view::npos) return std::nullopt;
  return offset + at + layout_.separator.size() - 1;
}

std::uint64_t EventSlices::find_cut(SliceBuffer& buffer, std::uint64_t buffer_offset,
                                    std::size_t& filled, std::uint64_t from) {
  const std::size_t lead = layout_.separator.size() - 1;
  std::size_t lookahead = kLookahead;
  for (std::uint64_t at = from;;) {
    if (const auto cut = cut_in({buffer.room(), filled}, buffer_offset, at)) return *cut;
    at = std::max(at, buffer_offset + filled - std::min(lead, filled));
    const std::uint64_t have = buffer_offset + filled;
    if (have >= random_access_size_) {
      lower(no_cut_from_, from);
      return random_access_size_;
    }
    buffer.reserve(filled + lookahead);
    const auto wanted = std::min<std::uint64_t>(lookahead, random_access_size_ - have);
    const auto more =
        source_->read_at(have, {buffer.room() + filled, static_cast<std::size_t>(wanted)});
    if (!more.ok() || more.value() == 0) return have;
    filled += more.value();
    lookahead = std::min<std::size_t>(lookahead * 2, 8U << 20);
  }
}

bool EventSlices::next_random_access(SliceBuffer& buffer) {
  const std::uint64_t number = next_block_.fetch_add(1);
  const std::uint64_t begin = layout_.list_offset + number * slice_bytes_;
  if (begin >= random_access_size_ || begin > stop_offset_.load()) return false;
  if (begin >= no_cut_from_.load()) return false;  // it is all part of the previous slice
  buffer.reserve(slice_bytes_ + kLookahead);
  const auto wanted =
      std::min<std::uint64_t>(slice_bytes_ + kLookahead, random_access_size_ - begin);
  const auto read = source_->read_at(begin, {buffer.room(), static_cast<std::size_t>(wanted)});
  std::size_t filled = read.ok() ? read.value() : 0;
  const std::uint64_t block_end = begin + slice_bytes_;
  // A split belongs to the block in which its separator begins, so neighbors agree. Nothing beyond
  // the block is read to find that it has none.
  const std::size_t lead = layout_.separator.size() - 1;
  const std::string_view block(buffer.room(), std::min(filled, slice_bytes_ + lead));
  const auto cut = number == 0 ? begin : cut_in(block, begin, begin);
  const bool mine = cut.has_value();
  const std::uint64_t first = cut.value_or(begin);
  const std::uint64_t last = mine ? find_cut(buffer, begin, filled, block_end) : first;
  const bool at_end = last >= begin + filled;
  const std::uint64_t end = last == first ? first : at_end ? begin + filled : last - lead + 1;
  LANESCOPE_CHECK(begin <= first && first <= end && end <= begin + filled,
                  "a slice in the text from {} that was read, {} bytes, not from {} to {}", begin,
                  filled, first, end);
  buffer.number_ = number;
  buffer.offset_ = first;
  buffer.begin_ = 1 + static_cast<std::size_t>(first - begin);
  buffer.size_ = mine ? static_cast<std::size_t>(end - first) : 0;
  buffer.is_last_ = mine && at_end;
  if (!mine) buffer.begin_ = 1;
  buffer.reserve(buffer.begin_ - 1 + buffer.size_);
  return true;
}

EventSlices::Cut EventSlices::last_separator(std::string_view text) const {
  const std::size_t at =
      layout_.separator.empty() ? std::string_view::npos : text.rfind(layout_.separator);
  if (at == std::string_view::npos) return {};
  return {at + 1, at + layout_.separator.size() - 1};
}

/// Exact mode splits only between two events. Garbage stays with the events around it, so the
/// result does not depend on the splits.
EventSlices::Cut EventSlices::last_cut(std::string_view text) const {
  if (!exact_) return last_separator(text);
  Cut cut;
  EventScan scan(text, TextEnd::Anywhere);
  std::size_t event_end = 0;
  for (std::size_t at = skip_separators(text, 0); at < text.size();) {
    if (text[at] == ']' && scan.ends_list(at)) break;
    if (text[at] == '[' && !is_whole_list(text, at)) break;
    const bool is_event = text[at] == '{';
    if (is_event && event_end != 0) cut = {event_end, at};
    const std::size_t end =
        is_event ? scan.event_end(at).value_or(text.size()) : scan.non_event_end(at);
    event_end = is_event ? end : 0;
    at = skip_separators(text, end);
  }
  return cut.next == 0 && text.size() > kLargestExactSlice ? last_separator(text) : cut;
}

/// Fills the buffer from `filled` to `wanted` bytes, starting with leftover text.
std::size_t EventSlices::take_text(SliceBuffer& buffer, std::size_t filled, std::size_t wanted) {
  buffer.reserve(wanted);
  char* const text = buffer.room();
  LANESCOPE_CHECK(carry_begin_ <= carry_.size(),
                  "what is left over to begin in {} bytes, not at {}", carry_.size(), carry_begin_);
  const std::size_t carried = std::min(wanted, carry_.size() - carry_begin_);
  if (filled < carried) {
    std::memcpy(text + filled, carry_.data() + carry_begin_ + filled, carried - filled);
    filled = carried;
  }
  while (!ended_ && filled < wanted) {
    const auto room = std::min<std::uint64_t>(
        wanted - filled, text_end_ - std::min(text_end_, carry_offset_ + filled));
    const std::size_t got =
        room == 0 ? 0 : source_->read({text + filled, static_cast<std::size_t>(room)});
    ended_ = got == 0;
    filled += got;
  }
  return filled;
}

bool EventSlices::next_streamed(SliceBuffer& buffer) {
  const std::lock_guard lock(mutex_);
  const std::size_t carried = carry_.size() - carry_begin_;
  if ((ended_ && carried == 0) || carry_offset_ > stop_offset_.load()) return false;
  std::size_t filled = 0;
  std::size_t wanted = std::max<std::size_t>(slice_bytes_, 1);
  Cut cut;
  bool is_last = false;
  while (cut.next == 0 && !is_last) {
    filled = take_text(buffer, filled, wanted);
    is_last = ended_ && filled >= carried;
    if (!is_last) cut = last_cut({buffer.room(), filled});
    if (is_last || (cut.next == 0 && filled >= largest_event_)) cut = {filled, filled};
    wanted = filled * 2 + 1;
  }
  LANESCOPE_CHECK(cut.end <= cut.next && cut.next <= filled,
                  "a cut in the {} bytes that were read, not from {} to {}", filled, cut.end,
                  cut.next);
  const std::string_view text(buffer.room(), filled);
  const std::size_t begin = std::min(skip_separators(text, 0), cut.end);
  buffer.number_ = next_number_++;
  buffer.offset_ = carry_offset_ + begin;
  buffer.begin_ = 1 + begin;
  buffer.size_ = cut.end - begin;
  buffer.is_last_ = is_last;
  carry_offset_ += cut.next;
  if (filled < carried) {
    carry_begin_ += cut.next;
  } else {
    carry_.assign(text.substr(cut.next));
    carry_begin_ = 0;
  }
  return true;
}

}  // namespace lanescope

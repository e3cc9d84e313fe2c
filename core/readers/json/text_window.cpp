#include "core/readers/json/text_window.h"

#include <algorithm>

namespace lanescope {
namespace {

/// Small enough to stay in a core's cache.
constexpr std::uint64_t kMostBytes = std::uint64_t{128} << 10U;
/// Each piece is twice the one before, so that few events apart from each other cost little more
/// than their own text.
constexpr std::uint64_t kLeastBytes = std::uint64_t{4} << 10U;
/// An event this close behind the last piece suggests that more will be read. Others are read
/// alone.
constexpr std::uint64_t kNearBytes = std::uint64_t{4} << 10U;

Error changed_file() {
  return {Error::Kind::Unreadable, "the file has changed since it was loaded"};
}

}  // namespace

Result<std::string_view> TextWindow::read(ByteSource& source, std::uint64_t owner, Place place) {
  const std::uint64_t end = begin_ + size_;
  const bool same = owner == owner_ && place.offset() >= begin_;
  if (!same || place.offset() + place.length() > end) {
    const bool goes_on = same && place.offset() < end + kNearBytes;
    ahead_ = goes_on ? std::clamp(2 * ahead_, kLeastBytes, kMostBytes) : 0;
    const std::uint64_t wanted = std::max(place.length(), ahead_);
    owner_ = 0;
    text_.resize(static_cast<std::size_t>(wanted) + kPadding);
    const auto n =
        source.read_at(place.offset(), std::span(text_).first(static_cast<std::size_t>(wanted)));
    // Checked after reading, because the file may have been overwritten by then.
    if (source.changed()) return changed_file();
    if (!n.ok()) return n.error();
    if (n.value() < place.length()) return changed_file();
    owner_ = owner;
    begin_ = place.offset();
    size_ = n.value();
  }
  const std::string_view text = std::string_view(text_).substr(
      static_cast<std::size_t>(place.offset() - begin_), static_cast<std::size_t>(place.length()));
  if (!text.starts_with('{')) return changed_file();
  return text;
}

}  // namespace lanescope

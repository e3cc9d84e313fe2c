#include "core/readers/capture/chunk_sequence.h"

#include "capture/wire/file.h"

namespace lanescope {
namespace {

/// How far `number` is behind `from`; negative if it is before. Numbers begin again after the
/// largest one.
std::int32_t distance(std::uint32_t from, std::uint32_t number) {
  return static_cast<std::int32_t>(number - from);
}

}  // namespace

std::optional<std::uint32_t> ChunkSequence::take(std::uint32_t number) {
  if (number == 0) return 0;
  std::uint32_t expected = wire::number_behind(last_);
  if (distance(expected, number) < 0) return std::nullopt;
  if (thin_until_) {
    const bool is_thin = distance(*thin_until_, number) < 0;
    expected = is_thin ? number : *thin_until_;
    if (!is_thin) thin_until_.reset();
  }
  last_ = number;
  return static_cast<std::uint32_t>(distance(expected, number));
}

void ChunkSequence::thin_out(std::uint32_t next) {
  if (next != 0 && distance(wire::number_behind(last_), next) >= 0) thin_until_ = next;
}

std::uint32_t ChunkSequence::missing_until(std::uint32_t last) const {
  const std::uint32_t known = thin_until_ ? *thin_until_ - 1 : last_;
  if (last == 0 || distance(known, last) < 0) return 0;
  return static_cast<std::uint32_t>(distance(known, last));
}

}  // namespace lanescope

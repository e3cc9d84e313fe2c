// For sources that can read anywhere: front to back is reading at a place that moves on.
#pragma once

#include "core/base/bytes/byte_source.h"

namespace lanescope {

class PositionedSource : public ByteSource {
 public:
  /// What cannot be read looks like the end.
  std::size_t read(std::span<char> out) final {
    const auto got = read_at(position_, out);
    if (!got.ok()) return 0;
    position_ += got.value();
    return got.value();
  }

 protected:
  explicit PositionedSource(std::uint64_t from = 0) : position_(from) {}
  /// Where read() goes on.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  std::uint64_t position_;
};

}  // namespace lanescope

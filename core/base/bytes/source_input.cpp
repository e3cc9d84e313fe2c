#include "core/base/bytes/source_input.h"

#include <cstring>

namespace lanescope {

bool SourceInput::have(std::size_t count) {
  if (buffer_.empty()) buffer_ = Column<char>(kBufferBytes);
  while (end_ - begin_ < count) {
    if (begin_ > 0) {
      std::memmove(buffer_.span().data(), buffer_.span().data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const std::span<char> room = buffer_.span().subspan(end_);
    std::size_t n = 0;
    if (order_ == InputOrder::Sequential) {
      n = source_.read(room);
    } else if (const auto result = source_.read_at(offset_, room); result.ok()) {
      n = result.value();
    }
    if (n == 0) return false;
    end_ += n;
    offset_ += n;
  }
  return true;
}

void SourceInput::seek(std::uint64_t offset) {
  begin_ = end_ = 0;
  offset_ = offset;
}

}  // namespace lanescope

// The memory shared with a target. Created and sealed by the host, so that the target can neither
// shrink nor grow it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/wire/ring.h"
#include "core/base/check.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

class RingMemory {
 public:
  /// Sizes in `layout` must be powers of two from one page to 1 GiB, channels from 1 to 1024.
  /// Errors: Invalid (sizes), Unsupported (the system provides no such memory). Cost: address
  /// space; pages are allocated when the target writes to them.
  static Result<RingMemory> make(const wire::RingLayout& layout);

  RingMemory(RingMemory&& other) noexcept;
  RingMemory& operator=(RingMemory&&) = delete;
  RingMemory(const RingMemory&) = delete;
  RingMemory& operator=(const RingMemory&) = delete;
  ~RingMemory();

  /// To be passed to the target.
  [[nodiscard]] int descriptor() const { return file_.get(); }
  [[nodiscard]] const wire::RingLayout& layout() const { return layout_; }
  [[nodiscard]] wire::ChannelHeader& channel(std::uint32_t number) const {
    LANESCOPE_CHECK(memory_ != nullptr && number < layout_.channels, "channel {} of {}", number,
                    layout_.channels);
    return *wire::channel_header(memory_, number);
  }
  [[nodiscard]] const std::byte* channel_bytes(std::uint32_t number) const {
    LANESCOPE_CHECK(memory_ != nullptr && number < layout_.channels, "channel {} of {}", number,
                    layout_.channels);
    return static_cast<const std::byte*>(memory_) + layout_.offset_of(number);
  }

  /// The target does not record while this is set.
  void set_paused(bool paused);

 private:
  RingMemory(FileDescriptor file, void* memory, const wire::RingLayout& layout)
      : file_(std::move(file)), memory_(memory), layout_(layout) {}

  FileDescriptor file_;
  void* memory_ = nullptr;
  wire::RingLayout layout_;
};

}  // namespace lanescope

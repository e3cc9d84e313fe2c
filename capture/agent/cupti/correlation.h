// Widens CUPTI's correlation ids, which have 32 bits and wrap around after some hours, to 64 bits.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanescope::agent {

/// Calls and records may arrive in any order as long as all ids in use lie within 2^31 of each
/// other. Any thread; the shared word is written once per 65536 ids.
class Correlation {
 public:
  /// The wide id of a call being made now. 0 (no id) stays 0.
  std::uint64_t of_call(std::uint32_t id) {
    const std::uint64_t last = last_.load(std::memory_order_relaxed);
    const std::uint64_t wide = near(last, id);
    if (wide > last + kStep) [[unlikely]]
      advance(wide);
    return wide;
  }
  /// The wide id of an earlier call.
  [[nodiscard]] std::uint64_t of_record(std::uint32_t id) const {
    return near(last_.load(std::memory_order_relaxed), id);
  }

 private:
  static constexpr std::uint64_t kStep = 1 << 16;
  static constexpr std::uint64_t kHalf = 1ULL << 31, kWhole = 1ULL << 32;

  static std::uint64_t near(std::uint64_t last, std::uint32_t id) {
    if (id == 0) return 0;
    const std::uint64_t wide = (last & ~(kWhole - 1)) | id;
    if (wide + kHalf < last) return wide + kWhole;
    if (wide > last + kHalf && wide >= kWhole) return wide - kWhole;
    return wide;
  }
  void advance(std::uint64_t wide) {
    std::uint64_t last = last_.load(std::memory_order_relaxed);
    while (last < wide && !last_.compare_exchange_weak(last, wide, std::memory_order_relaxed)) {
    }
  }

  std::atomic<std::uint64_t> last_{0};
};

}  // namespace lanescope::agent

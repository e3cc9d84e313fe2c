// Converts CUPTI's activity buffers to our records. Reads only the buffer and the strings its
// records point to, and never past the buffer's end, whatever its contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "capture/agent/cupti/api_names.h"
#include "capture/agent/cupti/correlation.h"
#include "capture/agent/cupti/sizes.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

// Strings that CUPTI's records point to, as string numbers of the channel. A record arrives some
// time after its call, so the module that owns the name may have been unloaded.

/// Used by the decoding thread only. All-zero bytes are a valid empty object.
class RecordNames {
 public:
  /// A name is read once per buffer and again in the next, since CUPTI may have replaced it in
  /// between.
  void begin_buffer() { ++epoch_; }

  /// 0: no name, unreadable, or no room in the channel.
  std::uint32_t number(const char* name, Channel& channel);

 private:
  static constexpr std::size_t kSlots = 1024;  // a power of two; a name may be evicted
  struct Slot {
    const char* name;
    std::uint32_t number;
    std::uint32_t epoch;
  };

  std::uint32_t epoch_ = 0;
  Slot slots_[kSlots] = {};
  char text_[wire::kMaxStringBytes + 1] = {};
};

/// One CUPTI record. A field missing in its version reads as 0.
class ActivityView {
 public:
  ActivityView(const std::uint8_t* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

  template <typename Type>
  [[nodiscard]] Type operator[](cupti::Field<Type> field) const {
    Type value{};
    if (field.offset + sizeof(Type) <= bytes_)
      std::memcpy(&value, data_ + field.offset, sizeof value);
    return value;
  }
  [[nodiscard]] std::int64_t time(cupti::U64 field) const {
    return static_cast<std::int64_t>((*this)[field]);
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void copy(std::uint32_t offset, void* to, std::size_t bytes) const {
    if (offset + bytes <= bytes_) std::memcpy(to, data_ + offset, bytes);
  }

 private:
  const std::uint8_t* data_;
  std::size_t bytes_;
};

/// Totals since the start.
struct DecodeCounts {
  std::uint64_t records = 0;       // seen, including those not written
  std::uint64_t zero_time = 0;     // kernels without timestamps
  std::uint64_t unknown_kind = 0;  // records of kinds that were not requested
  std::uint64_t undecodable = 0;   // bytes
  std::int64_t last_start_ns = 0;  // of the last kernel with timestamps; 0: none yet
};

class Decoder {
 public:
  struct Setup {
    const SizeTable* sizes = nullptr;
    const ApiNames* apis = nullptr;
    const Correlation* correlation = nullptr;
    void (*release)(void*) = nullptr;  // frees memory that CUPTI hands over to us
  };
  explicit constexpr Decoder(Setup setup) : setup_(setup) {}

  /// Writes the records in `buffer` to `channel`.
  void decode(const std::uint8_t* buffer, std::size_t valid, Channel& channel);

  /// Work that starts within [from, until) is not written, even if delivered later; the last few
  /// such intervals are kept. A call with the same `from` updates that interval.
  void leave_out(std::int64_t from, std::int64_t until);
  /// Whether to free the memory that CUPTI hands over, which only some versions do. Off by default.
  void set_releasing(bool on) { releasing_ = on; }
  [[nodiscard]] const DecodeCounts& counts() const { return counts_; }

 private:
  void decode_one(cupti::Kind kind, const ActivityView& from, Channel& channel);
  void kernel(const ActivityView& from, Channel& channel);
  void copy(const ActivityView& from, bool peers, Channel& channel);
  void set(const ActivityView& from, Channel& channel) const;
  void api(wire::ApiDomain domain, const ActivityView& from, Channel& channel);
  void sync(const ActivityView& from, Channel& channel) const;
  void overhead(const ActivityView& from, Channel& channel) const;
  void memory(const ActivityView& from, Channel& channel) const;
  void graph(const ActivityView& from, Channel& channel) const;
  void event(const ActivityView& from, Channel& channel) const;
  void device(const ActivityView& from, Channel& channel);
  static void context(const ActivityView& from, Channel& channel);
  static void stream(const ActivityView& from, Channel& channel);
  static void environment(const ActivityView& from, Channel& channel);
  void jit(const ActivityView& from, Channel& channel) const;

  [[nodiscard]] bool left_out(std::int64_t time) const {
    for (const LeftOut& part : left_out_) {
      if (time >= part.from && time < part.until) return true;
    }
    return false;
  }
  void release(void* left) const {
    if (left != nullptr && releasing_ && setup_.release != nullptr) setup_.release(left);
  }
  [[nodiscard]] std::uint64_t wide(std::uint32_t correlation) const {
    return setup_.correlation->of_record(correlation);
  }

  struct LeftOut {
    std::int64_t from = 0, until = 0;
  };
  static constexpr std::size_t kLeftOut = 8;

  Setup setup_;
  DecodeCounts counts_;
  RecordNames names_;
  LeftOut left_out_[kLeftOut];
  std::size_t last_left_out_ = 0;
  bool releasing_ = false;
};

}  // namespace lanescope::agent

// CUPTI's buffers of activity records -> records of ours. Reads nothing but the buffer and the
// texts that its records point to, and never beyond the buffer's end, whatever stands in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "capture/agent/cupti/api_names.h"
#include "capture/agent/cupti/correlation.h"
#include "capture/agent/cupti/record_names.h"
#include "capture/agent/cupti/sizes.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

/// One CUPTI record. A field that its version does not have reads as 0.
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

/// Counts run from the start.
struct DecodeCounts {
  std::uint64_t records = 0;       // seen, also those that are not written
  std::uint64_t zero_time = 0;     // kernels without a time
  std::uint64_t unknown_kind = 0;  // records of kinds nobody asked for
  std::uint64_t undecodable = 0;   // bytes
  std::int64_t last_start_ns = 0;  // of the last kernel that has a time; 0: none yet
};

class Decoder {
 public:
  struct Setup {
    const SizeTable* sizes = nullptr;
    const ApiNames* apis = nullptr;
    const Correlation* correlation = nullptr;
    void (*release)(void*) = nullptr;  // frees what CUPTI leaves to us
  };
  explicit constexpr Decoder(Setup setup) : setup_(setup) {}

  /// Writes what `buffer` holds to `channel`.
  void decode(const std::uint8_t* buffer, std::size_t valid, Channel& channel);

  /// Work that begins within [from, until) is not written, also when it is delivered later: the
  /// last few such times are known. The same `from` again is the same time.
  void leave_out(std::int64_t from, std::int64_t until);
  /// Only of versions known to leave it to us is anything freed. Off at first.
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

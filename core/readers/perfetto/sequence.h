// What the packets of one writer refer to: interned data and defaults, which are forgotten when the
// writer clears its state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/readers/perfetto/names.h"
#include "core/readers/perfetto/packets/interned.h"
#include "core/readers/perfetto/packets/packet.h"

namespace lanescope::perfetto {

/// Arguments that are needed before anybody asks for them.
enum class ArgumentKey : std::uint8_t {
  None,
  Correlation,
  ExternalId,
  Device,
  Stream,
  Collective,
  Address,
  Bytes,
  DeviceType,
  DeviceId,
  TotalAllocated,
  TotalReserved,
  EventIndex,
  Process,
  Thread,
  SequenceNumber
};

ArgumentKey argument_key(std::string_view name);

/// Values by interned id. Ids are small numbers that are given one after the other; a file with
/// others is read too, more slowly.
template <typename Value>
class ById {
 public:
  void set(std::uint64_t id, Value value) {
    if (id >= kDense) {
      others_[id] = std::move(value);
      return;
    }
    if (id >= dense_.size()) dense_.resize(id + 1);
    dense_[id] = std::move(value);
  }
  [[nodiscard]] const Value* find(std::uint64_t id) const {
    if (id < dense_.size()) return dense_[id] ? &*dense_[id] : nullptr;
    const auto at = others_.find(id);
    return at == others_.end() ? nullptr : &at->second;
  }
  void clear() {
    dense_.clear();
    others_.clear();
  }

 private:
  static constexpr std::uint64_t kDense = 1U << 16;
  std::vector<std::optional<Value>> dense_;
  std::unordered_map<std::uint64_t, Value> others_;
};

struct GpuSpecification {
  std::string name;
  bool is_compute = false;
};
struct CounterName {
  std::uint32_t id;
  std::string name;
};

struct Sequence {
  std::uint32_t number = 0;
  bool seen = false;
  bool valid = false;  // its state is complete: nothing was lost since it was cleared
  std::uint32_t clock = 0;
  std::optional<std::uint64_t> track;
  std::vector<std::uint64_t> extra_counters, extra_doubles;

  ById<LocalId> names;
  ById<EventCategory> categories;
  ById<ArgumentKey> arguments;
  ById<std::string> argument_texts;
  ById<GpuSpecification> specifications;
  ById<LocalId> kernels;
  ById<std::vector<CounterName>> counters;

  std::unordered_map<std::uint64_t, double> sums;  // of incremental counters, by track

  // Of old versions: the thread that the sequence writes for, and its time.
  std::int64_t pid = 0, tid = 0, legacy_us = 0;

  /// Slices that only touch were paired, before it was known whether the sequence writes groups.
  bool undecided = false;
  std::uint64_t last_uuid = 0;
  std::size_t last_node = SIZE_MAX;

  void clear();
  /// False if the messages are broken.
  bool take_defaults(std::string_view message);
  bool take_interned(const PacketBytes& packet, std::string_view message, Names& texts,
                     InternedPlaces& places);
};

/// The names of counters in a GpuCounterDescriptor, with their units.
std::vector<CounterName> counter_names(std::string_view message);

}  // namespace lanescope::perfetto

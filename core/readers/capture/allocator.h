// What PyTorch's allocator holds, as the part of ours in a target's Python samples it: two counters
// for each device, told one right after the other (capture/py/lanescope_boot). Both are one
// "[memory]" event with totals and neither bytes nor an address, since nobody tells what happened
// between two samples.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "capture/wire/records.h"
#include "core/base/text/json_value.h"
#include "core/store/place.h"

namespace lanescope {

/// One of the two counters: "GPU 0 allocated bytes", "GPU 0 reserved bytes".
struct AllocatorCounter {
  std::int32_t device = 0;
  bool reserved = false;
};
std::optional<AllocatorCounter> allocator_counter(std::string_view name);

/// Puts the two together; one for each channel.
class AllocatorSamples {
 public:
  struct Sample {
    std::int32_t device = 0;
    std::int64_t allocated = 0, reserved = 0;
    Place place;  // from the first record to the end of the second
  };
  /// A sample when `counter` is the second of two.
  std::optional<Sample> take(const AllocatorCounter& counter, const wire::CounterRecord& record,
                             Place place);

 private:
  struct First {
    std::int64_t bytes = 0;
    Place place;
  };
  std::map<std::int32_t, First> first_;
};

/// The arguments of such an event, from the bytes of Sample::place and the first counter's name.
JsonObject allocator_arguments(std::span<const std::byte> bytes, std::string_view name);

}  // namespace lanescope

#include "core/readers/capture/allocator.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/check.h"
#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

/// Between the two there are at most the definitions of their names.
constexpr std::uint64_t kMostApart = 4096;
constexpr std::size_t kMostDevices = 1024;
constexpr std::int64_t kCuda = 1;  // c10::DeviceType

/// Counters are doubles, which hold every number of bytes that a machine has.
std::int64_t bytes_of(double value) {
  constexpr double kMost = 9e18;
  return std::isfinite(value) && value > 0 ? static_cast<std::int64_t>(std::min(value, kMost)) : 0;
}

}  // namespace

std::optional<AllocatorCounter> allocator_counter(std::string_view name) {
  constexpr std::string_view kGpu = "GPU ";
  if (!name.starts_with(kGpu)) return std::nullopt;
  name.remove_prefix(kGpu.size());
  const std::size_t space = name.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto device = token_int(name.substr(0, space));
  const std::string_view what = name.substr(space + 1);
  const bool reserved = what == "reserved bytes";
  if (!device || *device < 0 || *device > INT32_MAX || (!reserved && what != "allocated bytes"))
    return std::nullopt;
  return AllocatorCounter{static_cast<std::int32_t>(*device), reserved};
}

std::optional<AllocatorSamples::Sample> AllocatorSamples::take(const AllocatorCounter& counter,
                                                               const wire::CounterRecord& record,
                                                               Place place) {
  if (!counter.reserved) {
    if (first_.size() < kMostDevices) first_[counter.device] = {bytes_of(record.value), place};
    return std::nullopt;
  }
  const auto first = first_.find(counter.device);
  if (first == first_.end()) return std::nullopt;
  Sample sample{counter.device, first->second.bytes, bytes_of(record.value), {}};
  const std::uint64_t begin = first->second.place.offset();
  const std::uint64_t end = place.offset() + place.length();
  LANESCOPE_CHECK(begin < end,
                  "the second counter behind the first, which stands at {}; it ends at {}", begin,
                  end);
  // Otherwise a chunk of something else came between: the numbers are good, their arguments are
  // those of the second record alone.
  sample.place = end - begin <= kMostApart ? Place(begin, end - begin) : place;
  first_.erase(first);
  return sample;
}

JsonObject allocator_arguments(std::span<const std::byte> bytes, std::string_view name) {
  const auto counter = allocator_counter(name);
  wire::CounterRecord first{}, second{};
  if (!counter || bytes.size() < sizeof first) return {};
  std::memcpy(&first, bytes.data(), sizeof first);
  std::memcpy(&second, bytes.data() + bytes.size() - sizeof second, sizeof second);
  JsonObject args{{"Device Type", JsonValue{kCuda}},
                  {"Device Id", JsonValue{std::int64_t{counter->device}}},
                  {"Bytes", JsonValue{std::int64_t{0}}}};
  if (!counter->reserved) args.emplace_back("Total Allocated", JsonValue{bytes_of(first.value)});
  args.emplace_back("Total Reserved", JsonValue{bytes_of(second.value)});
  return args;
}

}  // namespace lanescope

// Which code the addresses of a sample are in, by what was mapped at its time.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "capture/sampler/perf/native_sampler.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// How soon a map is read again for an address that it lacks: later and later, as long as that does
/// not help. The kernel tells of mappings, but not of memory that becomes code; and most addresses
/// that are nowhere are no code, but what stacks without frame pointers have in their place.
constexpr Ns kMapEvery = 100'000'000, kMapAtLeastEvery = 5'000'000'000;

}  // namespace

void NativeSampler::note_mappings(const PerfBatch& batch) {
  for (const PerfBatch::Entry& entry : batch.entries) {
    if (entry.record.kind != PerfRecord::Kind::Mapped) continue;
    const auto at = processes_.find(entry.record.pid);
    if (at == processes_.end()) continue;
    const PerfRecord::Mapping& mapped = entry.record.mapped;
    // Where /proc/PID/maps has no name, this one is "//anon".
    std::string_view path = batch.text_of(entry);
    if (mapped.inode == 0 && !path.starts_with('[')) path = {};
    at->second.to_map.push_back(
        {mapped.begin, mapped.end, mapped.offset,
         names_.file(mapped.device, mapped.inode, root_of(at->second), path)});
  }
}

void NativeSampler::add_places(Process& process, Sample& sample,
                               std::span<const std::uint64_t> addresses, bool may_read) {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    // Callers are listed with the address to which they will return, which may be that of the next
    // function.
    const std::uint64_t address = addresses[i] - (i == 0 ? 0 : 1);
    const CodeRegion* const region = region_of(process, address, i == 0 || may_read);
    // Code without frame pointers makes up callers.
    if (region == nullptr) break;
    sample.places.push_back(
        FunctionNames::place(region->file, address - region->begin + region->offset));
  }
  LANESCOPE_CHECK(sample.places.size() <= addresses.size(), "{} places of {} addresses",
                  sample.places.size(), addresses.size());
}

const CodeRegion* NativeSampler::region_of(Process& process, std::uint64_t address, bool may_read) {
  // Mappings may have been lost, so that what is known may be over.
  if (process.map_doubtful_ns && now_.monotonic_ns >= *process.map_doubtful_ns) {
    process.map_doubtful_ns.reset();
    process.map = {};
    read_map(process);
  }
  const CodeRegion* const region = process.map.find(address);
  if (region != nullptr || !may_read || now_.monotonic_ns < process.next_map_ns) return region;
  read_map(process);
  const CodeRegion* const found = process.map.find(address);
  const Ns again_after = process.map_again_after_ns;
  process.next_map_ns = now_.monotonic_ns + again_after;
  process.map_again_after_ns =
      found != nullptr ? kMapEvery : std::clamp(again_after * 2, kMapEvery, kMapAtLeastEvery);
  return found;
}

void NativeSampler::read_map(Process& process) {
  process.is_map_new = true;
  const std::string root = root_of(process);
  const auto number_of = [&](std::uint64_t device, std::uint64_t inode, std::string_view path) {
    return names_.file(device, inode, root, path);
  };
  const std::vector<CodeRegion> later(process.to_map.begin(), process.to_map.end());
  process.map.read(*process.folder, number_of, later);
}

std::string NativeSampler::root_of(const Process& process) const {
  return fmt::format("{}/{}/root", proc_, process.folder->pid());
}

}  // namespace lanescope

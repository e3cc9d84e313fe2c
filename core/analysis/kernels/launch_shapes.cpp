#include "core/analysis/kernels/launch_shapes.h"

#include <mutex>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/device_info.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/kernels/arguments.h"

namespace lanescope {

struct LaunchShapes::Known {
  std::mutex mutex;
  std::unordered_map<EventId, LaunchShape> shapes;
};

LaunchShapes::LaunchShapes(const Snapshot& snapshot, ReadEvent read)
    : snapshot_(&snapshot), read_(std::move(read)), known_(std::make_unique<Known>()) {}

LaunchShapes::~LaunchShapes() = default;
LaunchShapes::LaunchShapes(LaunchShapes&& other) noexcept = default;

std::optional<std::vector<LaunchShape>> LaunchShapes::of(std::span<const EventId> kernels,
                                                         const std::stop_token& stop) const {
  if (!read_ || kernels.size() > kMostArgumentTexts) return std::nullopt;
  const std::lock_guard lock(known_->mutex);
  if (!read_unknown(kernels, stop)) return std::nullopt;
  std::vector<LaunchShape> shapes;
  shapes.reserve(kernels.size());
  for (const EventId kernel : kernels) shapes.push_back(known_->shapes.at(kernel));
  return shapes;
}

/// Hold the mutex.
bool LaunchShapes::read_unknown(std::span<const EventId> kernels,
                                const std::stop_token& stop) const {
  std::vector<EventId> unknown;
  for (const EventId kernel : kernels) {
    if (!known_->shapes.contains(kernel)) unknown.push_back(kernel);
  }
  std::vector<LaunchShape> read(unknown.size());
  const auto note = [&](std::size_t i, const JsonValue& args) {
    const auto slice = snapshot_->find_slice(unknown[i]);
    const DeviceInfo* device = slice ? device_info(*snapshot_, slice->track->device) : nullptr;
    read[i] = {blocks_per_sm(args, device), occupancy_argument(args), registers_argument(args),
               shared_memory_argument(args), warps_per_sm_argument(args)};
  };
  if (!read_arguments(*snapshot_, unknown, kShapeArguments, read_, note, stop)) return false;
  if (stop.stop_requested()) return false;
  for (std::size_t i = 0; i < unknown.size(); ++i) known_->shapes.emplace(unknown[i], read[i]);
  return true;
}

}  // namespace lanescope

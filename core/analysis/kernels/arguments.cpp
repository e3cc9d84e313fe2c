#include "core/analysis/kernels/arguments.h"

#include <string_view>

#include "core/analysis/events/event_arguments.h"

namespace lanescope {
namespace {

constexpr double kMostPercent = 100;
constexpr double kMostBlocks = 2'147'483'647;  // CUDA's limit for the x dimension of a grid
constexpr double kMostWarpsOfBlock = 32;
constexpr double kMostRegisters = 65'536;           // of a multiprocessor
constexpr double kMostSharedBytes = 1024 * 1024.0;  // several times what a multiprocessor has

std::optional<double> at_most(std::optional<double> number, double most) {
  return number && *number <= most ? number : std::nullopt;
}

/// nullopt if the grid is missing or impossible.
std::optional<double> blocks_of_grid(const JsonValue& args) {
  const JsonValue* grid = args.find("grid");
  if (grid == nullptr || grid->array() == nullptr || grid->array()->size() != 3)
    return std::nullopt;
  double blocks = 1;
  for (const JsonValue& side : *grid->array()) {
    const std::int64_t along = side.as_int(0);
    if (along < 1 || static_cast<double>(along) > kMostBlocks) return std::nullopt;
    blocks *= static_cast<double>(along);
  }
  return blocks;
}

}  // namespace

std::optional<double> occupancy_argument(const JsonValue& args) {
  return at_most(number_argument(args, "est. achieved occupancy %"), kMostPercent);
}

std::optional<double> blocks_per_sm_argument(const JsonValue& args) {
  return at_most(number_argument(args, "blocks per SM"), kMostBlocks);
}

std::optional<double> warps_per_sm_argument(const JsonValue& args) {
  return at_most(number_argument(args, "warps per SM"), kMostBlocks * kMostWarpsOfBlock);
}

std::optional<double> registers_argument(const JsonValue& args) {
  const auto registers = number_argument(args, "registers per thread");
  return at_most(registers ? registers : number_argument(args, "VGPR count"), kMostRegisters);
}

std::optional<double> shared_memory_argument(const JsonValue& args) {
  return at_most(number_argument(args, "shared memory"), kMostSharedBytes);
}

std::optional<double> blocks_per_sm(const JsonValue& args, const DeviceInfo* device) {
  const auto blocks = blocks_of_grid(args);
  if (blocks && device != nullptr && device->sms.value_or(0) > 0)
    return *blocks / static_cast<double>(*device->sms);
  return blocks_per_sm_argument(args);
}

}  // namespace lanescope

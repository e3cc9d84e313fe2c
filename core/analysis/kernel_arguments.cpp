#include "core/analysis/kernel_arguments.h"

#include <string_view>

#include "core/analysis/event_arguments.h"

namespace lanescope {
namespace {

constexpr double kMostPercent = 100;
constexpr double kMostBlocks = 2'147'483'647;  // CUDA's limit of a grid's x
constexpr double kMostWarpsOfBlock = 32;

std::optional<double> at_most(std::optional<double> number, double most) {
  return number && *number <= most ? number : std::nullopt;
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

}  // namespace lanescope

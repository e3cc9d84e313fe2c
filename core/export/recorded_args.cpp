#include "core/export/recorded_args.h"

namespace lanescope {

JsonObject recorded_args(const Track& track, JsonObject args, EventId call) {
  const std::int64_t number = call == EventId::None ? 0 : std::int64_t{index_of(call)} + 1;
  bool has_device = track.device < 0;
  for (auto& [key, value] : args) {
    if (key == "correlation") value = JsonValue{number};
    has_device |= key == "device";
  }
  if (!has_device) args.emplace_back("device", JsonValue{track.device});
  return args;
}

}  // namespace lanescope

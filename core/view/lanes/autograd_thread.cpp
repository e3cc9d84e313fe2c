#include "core/view/lanes/autograd_thread.h"

#include <cstdint>
#include <string_view>

namespace lanescope {
namespace {

/// The engine's own name for a call; traces from before 2021 have only the function's name.
bool is_engine_call(std::string_view name) {
  while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.remove_suffix(1);
  return name.starts_with("autograd::engine::evaluate_function") || name.ends_with("Backward") ||
         name.ends_with("torch::autograd::AccumulateGrad");
}

}  // namespace

bool runs_autograd(const Snapshot& snapshot, const Track& track) {
  constexpr std::uint32_t kLookedAt = 256;
  std::uint32_t seen = 0;
  std::uint32_t engine = 0;
  for (const auto& chunk : track.chunks) {
    if (chunk->rows.empty()) continue;
    const Row& row = chunk->rows.front();
    const std::uint32_t stride = row.count / kLookedAt + 1;
    for (std::uint32_t i = 0; i < row.count; i += stride) {
      ++seen;
      if (is_engine_call(snapshot.text(chunk->name[row.first + i]))) ++engine;
    }
  }
  return engine * 3 > seen;
}

}  // namespace lanescope

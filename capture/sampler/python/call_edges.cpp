#include "capture/sampler/python/call_edges.h"

namespace lanescope {
namespace {

constexpr std::uint8_t kEnough = 3;
constexpr std::uint64_t kForgetAfter = 1024;  // samples
constexpr std::size_t kMostCalls = 1U << 17;

}  // namespace

std::uint64_t CallEdges::key(std::uint32_t caller, std::int32_t instruction, std::uint32_t callee) {
  std::uint64_t hash = (std::uint64_t{caller} << 32 | callee) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 31;
  hash = (hash ^ static_cast<std::uint32_t>(instruction)) * 0xD6E8FEB86659FD93ULL;
  return hash ^ hash >> 32;
}

bool CallEdges::is_known(std::uint64_t call) const {
  const auto known = seen_.find(call);
  return known != seen_.end() && known->second >= kEnough;
}

void CallEdges::see(std::uint64_t call) {
  std::uint8_t& times = seen_[call];
  if (times < kEnough) ++times;
}

void CallEdges::start_sample() {
  if (seen_.size() > kMostCalls) seen_.clear();
  if (++samples_ % kForgetAfter != 0) return;
  std::erase_if(seen_, [](const auto& each) { return each.second < kEnough; });
}

}  // namespace lanescope

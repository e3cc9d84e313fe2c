// Which part of one run is which of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/run_parts.h"

namespace lanescope {

/// How alike two parts had to be to be taken for one, the best first.
enum class MatchedBy : std::uint8_t {
  Exact,       // name and shapes
  Name,        // the name, at other shapes
  NormalName,  // the name but for what differs from build to build
};
/// "exact", "name", "normal_name": as in the text face.
std::string_view matched_by_name(MatchedBy by);

/// A name without template arguments, hashes and addresses in hexadecimal, the number behind a
/// Triton kernel's name, that of a step, and the line of a Python frame; calls of HIP are called as
/// those of CUDA: "void at::vectorized_kernel<4, …>(int)" becomes "void
/// at::vectorized_kernel(int)", "triton_poi_fused_add_3" "triton_poi_fused_add".
std::string normal_name(std::string_view name);

struct PartPair {
  std::optional<std::uint32_t> a, b;  // into RunParts::parts; nullopt: only the other run has it
  MatchedBy by = MatchedBy::Exact;
};

/// Every part of both runs once. Parts that only share a name pair up in the order in which they
/// were first launched, those of one kind only. Cost: sorting by name.
std::vector<PartPair> pair_parts(const std::vector<RunPart>& a, const std::vector<RunPart>& b);

}  // namespace lanescope

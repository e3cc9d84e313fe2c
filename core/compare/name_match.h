// Matches the parts of one run with those of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/run_parts.h"

namespace lanescope {

/// How closely two parts match, best first.
enum class MatchedBy : std::uint8_t {
  Exact,       // same name, collective, group and shapes
  Name,        // same name, collective and group, different shapes
  Spelling,    // kernels: same C++ name, from another demangler, see cpp_spelling()
  NormalName,  // same name and collective, ignoring what differs between builds
};
/// "exact", "name", "spelling", "normal_name", as in text output.
std::string_view matched_by_name(MatchedBy by);

/// The name without template arguments, hashes, hexadecimal addresses, the number at the end of a
/// Triton kernel's or a step's name, and the line number of a Python frame; HIP calls get the names
/// of CUDA's. "void at::vectorized_kernel<4, …>(int)" becomes "void at::vectorized_kernel(int)",
/// "triton_poi_fused_add_3" becomes "triton_poi_fused_add".
std::string normal_name(std::string_view name);

struct PartPair {
  std::optional<std::uint32_t> a, b;  // into RunParts::parts; nullopt: only in the other run
  MatchedBy by = MatchedBy::Exact;
};

/// Returns each part of both runs once. Only parts of the same kind pair up; among several with the
/// same name, in order of first launch. Cost: sorting by name.
std::vector<PartPair> pair_parts(const std::vector<RunPart>& a, const std::vector<RunPart>& b);

}  // namespace lanescope

// The texts of NVTX ranges that torch's emit_nvtx writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

/// The text of a range from torch's emit_nvtx (torch/csrc/profiler/util.cpp, getNvtxStr):
/// "aten::mm, seq = 3, op_id = 7, sizes = [[2, 3], [3, 4]], input_op_ids = [(1,0), (2,0)]".
struct RangeText {
  std::string_view name;
  std::optional<std::int64_t> sequence;
  std::optional<std::int64_t> op_id;
  std::string_view sizes;  // "[[2, 3], [3, 4]]"; empty: not recorded
  bool from_emit_nvtx = false;
};
/// Parses from the right, because names may contain commas; unknown suffixes remain part of the
/// name.
RangeText parse_range_text(std::string_view text);

/// Whether a range is an operator and not an annotation by the user. emit_nvtx names both alike;
/// operators have inputs, a sequence number or a namespace.
bool is_operator(const RangeText& text);

}  // namespace lanescope

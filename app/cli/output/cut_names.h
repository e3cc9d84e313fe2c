// Names that are too long for a column of text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Names made printable, at most `width` columns each. They lose their middle, except where that
/// were the name of a Python function itself, which then loses its class, and its file the start:
/// "…g_llama.py(812): prepare_inputs_for_generation". Where different
/// names would look alike then, the part in which they differ stays instead: "FSDP::pre_forward
/// (blo…9._checkpoint_wra…". Names that differ in nothing that fits stay alike. Cost: n log n and
/// the names.
std::vector<std::string> cut_names(std::span<const std::string_view> names, std::size_t width);

}  // namespace lanescope

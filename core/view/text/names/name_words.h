// The words of a C++ name.
#pragma once

#include <string_view>
#include <vector>

namespace lanescope {

/// Identifiers without their namespaces, and numbers with their sign, in the order of the name:
/// "void", "gemm", "bfloat16_t", "-1" for "void ck::gemm<std::bfloat16_t, -1>". Of a mangled name
/// its identifiers and literals; what is between them is left out. They point into the name.
/// Cost: linear.
std::vector<std::string_view> name_words(std::string_view name);

}  // namespace lanescope

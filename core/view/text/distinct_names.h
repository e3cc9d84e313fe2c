// Titles of rows that would be equal, told apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Adds to titles that are equal the words in which their whole names differ: two "gemm<float>"
/// become "gemm<float> [128]" and "gemm<float> [256]". Names that are equal too, and those that
/// differ too late, are numbered. As many names as titles. Cost: n log n and the names.
void tell_apart(std::vector<std::string>& titles, std::span<const std::string_view> names);

}  // namespace lanescope

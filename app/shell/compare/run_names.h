// What tells two runs apart, for places too narrow for the names of their files.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace lanescope {

/// "workers0" and "workers4" of "runs/resnet-workers0.json" and "runs/resnet-workers4.json":
/// without what both paths begin and end with, up to whole words. Their file names if that leaves
/// nothing of one.
std::pair<std::string, std::string> told_apart(std::string_view path_a, std::string_view path_b);

}  // namespace lanescope

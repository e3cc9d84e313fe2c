// Names that tell the rows of a roofline apart: one operator has a row for each of its shapes,
// types and devices.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/gpu_time/roofline.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// "BFloat16" for "c10::BFloat16".
std::string plain_type(std::string_view type);

struct RooflineName {
  std::string whole;  // "aten::mm [64,256],[256,512] BFloat16": the operator and what differs
  std::string rest;   // of that, what neither shapes nor types tell: " GPU 1"; may be empty
};

/// One per row. An operator with a single row has its plain name. Cost: n log n and the names.
std::vector<RooflineName> roofline_names(const Snapshot& trace,
                                         const std::vector<RooflineRow>& rows);

}  // namespace lanescope

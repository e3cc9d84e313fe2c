// Between which kinds of memory a copy or a fill goes, by its name.
#pragma once

#include <string>
#include <string_view>

#include "core/store/category.h"

namespace lanescope {

struct CopyRoute {
  std::string kind;  // "HtoD", "DtoH", "DtoD", "PtoP" …, "memset"; empty where the name has none
  std::string from;  // "pageable host", "device"; empty of a fill and where unknown
  std::string to;

  [[nodiscard]] bool leaves_or_enters_host() const { return kind == "HtoD" || kind == "DtoH"; }
};

/// Of "Memcpy HtoD (Pageable -> Device)", "Memset (Device)", and of AMD's kernels that copy and
/// fill: "CopyHostToDevice", "FillBuffer". Pure.
CopyRoute copy_route(CategoryKind kind, std::string_view name);

}  // namespace lanescope

// What a Triton kernel's operator tells about it: its source, its hash, how it was launched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/view/details/args.h"

namespace lanescope {

struct DetailsTriton {
  std::string file;  // of its generated source
  std::string hash;
  std::string backend;    // "triton"
  std::string arguments;  // "XBLOCK=512"
  std::string grid;       // as the launcher named it
  std::optional<std::int64_t> warps, stages;
};

/// nullopt where the operator's arguments say nothing of a generated kernel. Pure.
std::optional<DetailsTriton> triton_of(const JsonValue& op_args);

/// All but the file, which is a place to go to.
std::vector<ArgumentFact> triton_facts(const DetailsTriton& triton);

}  // namespace lanescope

#include "core/view/details/triton.h"

#include <fmt/format.h>

namespace lanescope {

std::optional<DetailsTriton> triton_of(const JsonValue& op_args) {
  const auto text = [&](const char* key) {
    const JsonValue* value = op_args.find(key);
    return value != nullptr && !value->is_null() ? value->to_text(true) : std::string();
  };
  const auto number = [&](const char* key) -> std::optional<std::int64_t> {
    const JsonValue* value = op_args.find(key);
    const std::int64_t n = value != nullptr ? value->as_int(-1) : -1;
    return n < 0 ? std::nullopt : std::optional(n);
  };
  DetailsTriton triton;
  triton.file = text("kernel_file");
  triton.hash = text("kernel_hash");
  triton.backend = text("kernel_backend");
  if (triton.file.empty() && triton.hash.empty() && triton.backend.empty()) return std::nullopt;
  triton.arguments = text("kernel_kwargs");
  triton.grid = text("grid");
  triton.warps = number("num_warps");
  triton.stages = number("num_stages");
  return triton;
}

std::vector<ArgumentFact> triton_facts(const DetailsTriton& triton) {
  std::vector<ArgumentFact> facts;
  const auto add = [&](const char* title, const std::string& value, const char* key) {
    if (!value.empty()) facts.push_back({title, value, {key}});
  };
  add("Hash", triton.hash, "kernel_hash");
  add("Arguments", triton.arguments, "kernel_kwargs");
  add("Requested grid", triton.grid, "grid");
  const auto count = [](const std::optional<std::int64_t>& n) {
    return n ? fmt::format("{}", *n) : std::string("–");
  };
  if (triton.warps || triton.stages) {
    facts.push_back({"Warps · stages",
                     count(triton.warps) + " · " + count(triton.stages),
                     {"num_warps", "num_stages"}});
  }
  if (triton.backend != "triton") add("Backend", triton.backend, "kernel_backend");
  return facts;
}

}  // namespace lanescope

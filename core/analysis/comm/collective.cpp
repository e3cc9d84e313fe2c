#include "core/analysis/comm/collective.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

std::string plain_name(std::string_view collective) {
  std::string out;
  for (const char c : collective) {
    if (c != '_') out += lower_case(c);
  }
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::optional<std::int64_t> integer(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  const std::int64_t number = value != nullptr ? value->as_int(-1) : -1;
  return number < 0 ? std::nullopt : std::optional(number);
}

std::string text(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  return value != nullptr ? value->to_text(true) : std::string();
}

std::string group_text(const JsonValue& args) {
  std::string name = text(args, "Process Group Name");
  if (name.empty()) name = text(args, "Process Group ID");
  const std::string description = text(args, "Process Group Description");
  if (description.empty() || description == name || description == "undefined") return name;
  return name.empty() ? description : name + " · " + description;
}

/// The message size as in nccl-tests: the input for reductions and all-to-alls, else the larger
/// side.
std::optional<std::int64_t> message_elements(const Collective& c) {
  const std::string name = plain_name(c.name);
  if (contains(name, "reduce") || contains(name, "alltoall")) return c.in_elements;
  if (!c.in_elements || !c.out_elements) return c.in_elements ? c.in_elements : c.out_elements;
  return std::max(*c.in_elements, *c.out_elements);
}

}  // namespace

std::optional<std::int64_t> element_bytes(std::string_view dtype) {
  using Size = std::pair<std::string_view, std::int64_t>;
  constexpr std::array kSizes = {
      Size{"byte", 1},   Size{"char", 1},           Size{"bool", 1},        Size{"short", 2},
      Size{"half", 2},   Size{"bfloat16", 2},       Size{"int", 4},         Size{"float", 4},
      Size{"long", 8},   Size{"double", 8},         Size{"complexhalf", 4}, Size{"complexfloat", 8},
      Size{"uint16", 2}, Size{"complexdouble", 16}, Size{"uint32", 4},      Size{"uint64", 8}};
  const std::string name = plain_name(dtype);
  if (name.starts_with("float8")) return 1;
  for (const auto& [known, bytes] : kSizes) {
    if (known == name) return bytes;
  }
  return std::nullopt;
}

std::optional<double> bus_factor(std::string_view collective, std::int64_t ranks) {
  if (ranks < 1) return std::nullopt;
  const std::string name = plain_name(collective);
  const auto n = static_cast<double>(ranks);
  if (contains(name, "allreduce")) return 2 * (n - 1) / n;
  if (contains(name, "gather") || contains(name, "scatter") || contains(name, "alltoall")) {
    return (n - 1) / n;
  }
  for (const std::string_view one : {"broadcast", "reduce", "send", "recv"}) {
    if (contains(name, one)) return 1.0;
  }
  return std::nullopt;
}

std::optional<Collective> collective_of(const JsonValue& args, Ns gpu_ns) {
  Collective c;
  c.name = text(args, "Collective name");
  if (c.name.empty()) return std::nullopt;
  c.dtype = text(args, "dtype");
  c.in_elements = integer(args, "In msg nelems");
  c.out_elements = integer(args, "Out msg nelems");
  c.group_size = integer(args, "Group size");
  c.group = group_text(args);
  c.ranks = text(args, "Process Group Ranks");
  const auto elements = message_elements(c);
  const auto size = element_bytes(c.dtype);
  std::int64_t bytes = 0;
  if (elements && size && !__builtin_mul_overflow(*elements, *size, &bytes)) c.bytes = bytes;
  if (!c.bytes || gpu_ns <= 0) return c;
  const auto factor = bus_factor(c.name, c.group_size.value_or(0));
  if (!factor) return c;
  c.algorithm_gb_per_s = static_cast<double>(bytes) / static_cast<double>(gpu_ns);
  c.bus_gb_per_s = *c.algorithm_gb_per_s * *factor;
  return c;
}

}  // namespace lanescope

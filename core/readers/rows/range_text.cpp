#include "core/readers/rows/range_text.h"

#include <cstddef>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

/// Removes `key` and an integer from the end of `text`.
std::optional<std::int64_t> take_number(std::string_view& text, std::string_view key) {
  const std::size_t at = text.rfind(key);
  if (at == std::string_view::npos) return std::nullopt;
  const auto value = parse_number<std::int64_t>(text.substr(at + key.size()));
  if (value) text = text.substr(0, at);
  return value;
}

/// Removes `key` and a bracketed list from the end of `text`.
std::string_view take_list(std::string_view& text, std::string_view key) {
  if (!text.ends_with(']')) return {};
  const std::size_t at = text.rfind(key);
  if (at == std::string_view::npos) return {};
  const std::string_view list = text.substr(at + key.size());
  if (!list.starts_with('[')) return {};
  text = text.substr(0, at);
  return list;
}

}  // namespace

RangeText parse_range_text(std::string_view text) {
  RangeText out;
  const bool inputs = !take_list(text, ", input_op_ids = ").empty();
  out.sizes = take_list(text, ", sizes = ");
  out.op_id = take_number(text, ", op_id = ");
  out.sequence = take_number(text, ", seq = ");
  out.from_emit_nvtx = inputs || !out.sizes.empty() || out.op_id || out.sequence;
  out.name = text;
  return out;
}

bool is_operator(const RangeText& text) {
  if (!text.from_emit_nvtx) return false;
  // record_function() has neither inputs nor a number; "detach" has no namespace.
  return text.sequence || !text.sizes.empty() || text.name.find("::") != std::string_view::npos;
}

}  // namespace lanescope

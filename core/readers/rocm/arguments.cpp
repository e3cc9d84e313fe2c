#include "core/readers/rocm/arguments.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/readers/json/event_text.h"

namespace lanescope {

RocmDims blocks_of(const RocmDims& work_items, const RocmDims& block) {
  RocmDims blocks{};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::int64_t items = std::max<std::int64_t>(work_items[i], 1);
    const std::int64_t side = std::max<std::int64_t>(block[i], 1);
    blocks[i] = (items - 1) / side + 1;
  }
  return blocks;
}

JsonValue json_of(const RocmDims& dims) {
  return JsonValue{JsonArray{JsonValue{dims[0]}, JsonValue{dims[1]}, JsonValue{dims[2]}}};
}

RocmArguments& RocmArguments::value(std::string_view key, JsonValue value) {
  members_.emplace_back(std::string(key), std::move(value));
  return *this;
}

RocmArguments& RocmArguments::number(std::string_view key, std::optional<std::int64_t> own) {
  return own ? value(key, JsonValue{*own}) : *this;
}

RocmArguments& RocmArguments::id(std::string_view key, std::optional<std::uint64_t> own) {
  return own ? value(key, JsonValue{*own}) : *this;
}

RocmArguments& RocmArguments::text(std::string_view key, std::string_view own) {
  return own.empty() ? *this : value(key, JsonValue{std::string(own)});
}

RocmArguments& RocmArguments::dims(std::string_view key, const std::optional<RocmDims>& own) {
  return own ? value(key, json_of(*own)) : *this;
}

RocmArguments& RocmArguments::range(const RangeText& own) {
  number("Record function id", own.op_id);
  number("Sequence number", own.sequence);
  if (own.sizes.empty()) return *this;
  auto sizes = parse_json_object(fmt::format("{{\"sizes\":{}}}", own.sizes));
  return sizes.ok() ? value("Input Dims", *sizes.value().find("sizes")) : *this;
}

RocmArguments& RocmArguments::bytes(std::optional<std::int64_t> own, std::int64_t duration_ns) {
  if (!own) return *this;
  number("bytes", own);
  if (duration_ns <= 0) return *this;
  const double per_ns = static_cast<double>(*own) / static_cast<double>(duration_ns);
  return value("memory bandwidth (GB/s)", JsonValue{JsonDecimal{fmt::format("{:.2f}", per_ns)}});
}

}  // namespace lanescope

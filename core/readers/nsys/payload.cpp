#include "core/readers/nsys/payload.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// The value at the beginning of `bytes`; nullopt if they are too few.
template <typename Value>
std::optional<Value> value_of(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(Value)) return std::nullopt;
  Value value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

template <typename Value>
std::optional<JsonValue> number(std::span<const std::byte> bytes) {
  const auto value = value_of<Value>(bytes);
  if (!value) return std::nullopt;
  if constexpr (std::is_floating_point_v<Value>)
    return JsonValue{JsonDecimal{fmt::format("{}", *value)}};
  else if constexpr (std::is_signed_v<Value>)
    return JsonValue{std::int64_t{*value}};
  else
    return JsonValue{std::uint64_t{*value}};
}

/// Types of NVTX's extension for payloads (nvToolsExtPayload.h), of 64-bit Linux.
std::optional<JsonValue> decoded(std::int64_t type, std::span<const std::byte> bytes) {
  constexpr std::int64_t kOwnTypes = 1 << 24;  // enumerations and nested structures
  if (type >= kOwnTypes) return number<std::int32_t>(bytes);
  switch (type) {
    case 1:
    case 11:
      return number<std::int8_t>(bytes);
    case 2:
    case 12:
      return number<std::uint8_t>(bytes);
    case 3:
    case 13:
      return number<std::int16_t>(bytes);
    case 4:
    case 14:
      return number<std::uint16_t>(bytes);
    case 5:
    case 15:
      return number<std::int32_t>(bytes);
    case 6:
    case 16:
      return number<std::uint32_t>(bytes);
    case 7:
    case 9:
    case 17:
      return number<std::int64_t>(bytes);
    case 8:
    case 10:
    case 18:
    case 22:
    case 23:
      return number<std::uint64_t>(bytes);
    case 19:
      return number<float>(bytes);
    case 20:
      return number<double>(bytes);
    default:
      return std::nullopt;
  }
}

}  // namespace

NvtxPayloads::NvtxPayloads(SqliteDatabase& database) {
  SqliteRows rows(database, "NVTX_PAYLOAD_SCHEMA_ENTRIES",
                  {"domainId", "schemaId", "idx", "type", "name", "offset"});
  while (rows.next()) {
    const auto domain = rows.integer(0), schema = rows.integer(1), type = rows.integer(3);
    if (!domain || !schema || !type) continue;
    schemas_[{*domain, *schema}].push_back(
        {*type, rows.integer_or(5, 0), rows.integer_or(2, 0), std::string(rows.text(4))});
  }
  for (auto& [key, fields] : schemas_) std::ranges::stable_sort(fields, {}, &Field::index);
}

JsonObject NvtxPayloads::fields(std::span<const std::byte> bytes) const {
  constexpr std::size_t kHeader = 32, kSchemaAt = 8;
  JsonObject object;
  if (bytes.size() < kHeader) return object;
  const auto domain = value_of<std::uint32_t>(bytes);
  const auto schema = value_of<std::uint32_t>(bytes.subspan(kSchemaAt));
  const auto at = schemas_.find({domain.value_or(0), schema.value_or(0)});
  if (at == schemas_.end()) return object;
  const std::span<const std::byte> payload = bytes.subspan(kHeader);
  LANESCOPE_CHECK(std::ranges::is_sorted(at->second, {}, &Field::index),
                  "the fields of schema {} in their order", *schema);
  for (const Field& field : at->second) {
    if (field.offset < 0 || static_cast<std::uint64_t>(field.offset) >= payload.size()) continue;
    auto value = decoded(field.type, payload.subspan(static_cast<std::size_t>(field.offset)));
    if (value && !field.name.empty()) object.emplace_back(field.name, std::move(*value));
  }
  return object;
}

}  // namespace lanescope

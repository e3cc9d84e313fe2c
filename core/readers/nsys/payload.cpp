#include "core/readers/nsys/payload.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

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
  else if (std::in_range<std::int64_t>(*value))
    return JsonValue{static_cast<std::int64_t>(*value)};  // as of JSON, for analyses
  else
    return JsonValue{static_cast<std::uint64_t>(*value)};
}

/// Numbers from here on are of schemas and enumerations that the program registered.
constexpr std::int64_t kFirstOwnType = 1 << 24;

/// Types of NVTX's extension for payloads (nvToolsExtPayload.h), of 64-bit Linux.
std::optional<JsonValue> decoded(std::int64_t type, std::span<const std::byte> bytes) {
  switch (type) {
    case 1:
    case 11:
      return number<std::int8_t>(bytes);
    case 2:
    case 12:
    case 32:
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
    case 43:
      return number<float>(bytes);
    case 20:
    case 44:
      return number<double>(bytes);
    default:
      return std::nullopt;
  }
}

/// Of the types that are decoded; 0 for others.
std::size_t size_of(std::int64_t type) {
  constexpr std::array<std::byte, sizeof(std::uint64_t)> kZeros{};
  std::size_t bytes = 1;
  while (bytes <= kZeros.size() && !decoded(type, std::span(kZeros).first(bytes))) bytes *= 2;
  return bytes <= kZeros.size() ? bytes : 0;
}

bool is_text(std::int64_t type) {
  return type == 75 || type == 76;  // of chars, and in UTF-8
}

/// Up to its end, which a text that fills its place has none of.
JsonValue text(std::span<const std::byte> bytes, std::int64_t length) {
  const auto most = std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(length));
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), most);
  return JsonValue{std::string(all.substr(0, all.find('\0')))};
}

/// Those that are there of an array's; nullopt for types of no known size.
std::optional<JsonValue> items(std::int64_t type, std::int64_t count,
                               std::span<const std::byte> bytes) {
  if (is_text(type)) return text(bytes, count);
  const std::size_t size = size_of(type);
  if (size == 0) return std::nullopt;
  JsonArray list;
  const auto most = std::min<std::int64_t>(count, NvtxPayloads::kMostItems);
  for (std::int64_t i = 0; i < most && bytes.size() >= size; ++i, bytes = bytes.subspan(size)) {
    if (auto item = decoded(type, bytes)) list.push_back(std::move(*item));
  }
  return JsonValue{std::move(list)};
}

/// Whether bytes are missing of a number, or of an array; a text may end before its place does.
bool is_short(std::int64_t type, std::int64_t count, std::size_t bytes) {
  const std::size_t size = size_of(type);
  if (is_text(type) || size == 0) return false;
  return bytes / size < static_cast<std::uint64_t>(std::max<std::int64_t>(1, count));
}

/// What becomes of a payload that is not read whole.
JsonObject told(std::string text) {
  return JsonObject{{"payload", JsonValue{std::move(text)}}};
}

}  // namespace

NvtxPayloads::NvtxPayloads(SqliteDatabase& database) {
  read_fields(database);
  read_enumerations(database);
}

/// Each process of the recording registers its schemas, and their rows do not say whose they are:
/// the first one counts.
void NvtxPayloads::read_fields(SqliteDatabase& database) {
  constexpr std::int64_t kElsewhere = 0xE, kArrays = 0x70, kOfFixedLength = 0x10;
  SqliteRows rows(
      database, "NVTX_PAYLOAD_SCHEMA_ENTRIES",
      {"domainId", "schemaId", "idx", "type", "name", "offset", "flags", "arrayOrUnionDetail"});
  while (rows.next()) {
    const auto domain = rows.integer(0), schema = rows.integer(1), type = rows.integer(3);
    if (!domain || !schema || !type) continue;
    const std::int64_t flags = rows.integer_or(6, 0), arrays = flags & kArrays;
    // Pointers and offsets, and arrays whose length another field has.
    if ((flags & kElsewhere) != 0 || (arrays != 0 && arrays != kOfFixedLength)) continue;
    const std::int64_t items = arrays != 0 || is_text(*type) ? rows.integer_or(7, 0) : 0;
    schemas_[{*domain, *schema}].push_back({*type, rows.integer_or(5, 0), rows.integer_or(2, 0),
                                            std::max<std::int64_t>(items, 0),
                                            std::string(rows.text(4))});
  }
  for (auto& [key, fields] : schemas_) {
    std::ranges::stable_sort(fields, {}, &Field::index);
    const auto repeated = std::ranges::unique(fields, {}, &Field::index);
    fields.erase(repeated.begin(), repeated.end());
  }
}

void NvtxPayloads::read_enumerations(SqliteDatabase& database) {
  SqliteRows rows(database, "NVTX_PAYLOAD_ENUM_ENTRIES", {"domainId", "schemaId", "value", "name"});
  while (rows.next()) {
    const auto domain = rows.integer(0), id = rows.integer(1), value = rows.integer(2);
    if (domain && id && value)
      enumerations_[{*domain, *id}].try_emplace(*value, std::string(rows.text(3)));
  }
}

JsonObject NvtxPayloads::fields(std::span<const std::byte> bytes) const {
  constexpr std::size_t kHeader = 32, kSchemaAt = 8, kSizeAt = 16;
  if (bytes.size() < kHeader) return told(fmt::format("damaged: {} bytes", bytes.size()));
  const auto domain = value_of<std::uint32_t>(bytes);
  const auto schema = value_of<std::uint32_t>(bytes.subspan(kSchemaAt));
  const auto size = value_of<std::uint64_t>(bytes.subspan(kSizeAt));
  std::span<const std::byte> payload = bytes.subspan(kHeader);
  if (size.value_or(0) != 0 && *size < payload.size()) payload = payload.first(*size);
  const Id id{domain.value_or(0), schema.value_or(0)};
  if (!schemas_.contains(id))
    return told(fmt::format("of schema {}, which the export does not have", id.second));
  Limits limits;
  JsonObject read = structure(id, payload, limits);
  if (limits.is_cut) read.push_back(told("cut off: its end is missing").front());
  return read;
}

JsonObject NvtxPayloads::structure(Id schema, std::span<const std::byte> bytes,
                                   Limits& limits) const {
  JsonObject object;
  const auto at = schemas_.find(schema);
  if (at == schemas_.end() || limits.levels == 0) return object;
  --limits.levels;
  LANESCOPE_CHECK(std::ranges::is_sorted(at->second, {}, &Field::index),
                  "the fields of schema {} in their order", schema.second);
  for (const Field& field : at->second) {
    if (limits.fields == 0) break;
    --limits.fields;
    const bool is_within =
        field.offset >= 0 && static_cast<std::uint64_t>(field.offset) < bytes.size();
    limits.is_cut |= !is_within;
    if (field.name.empty() || !is_within) continue;
    const auto from = bytes.subspan(static_cast<std::size_t>(field.offset));
    auto read = field.items == 0 ? value(schema.first, field.type, from, limits)
                                 : items(field.type, field.items, from);
    limits.is_cut |= field.type >= kFirstOwnType ? !read && field.items == 0
                                                 : is_short(field.type, field.items, from.size());
    if (read) object.emplace_back(field.name, std::move(*read));
  }
  ++limits.levels;
  return object;
}

std::optional<JsonValue> NvtxPayloads::value(std::int64_t domain, std::int64_t type,
                                             std::span<const std::byte> bytes,
                                             Limits& limits) const {
  if (type < kFirstOwnType) return decoded(type, bytes);
  if (schemas_.contains({domain, type})) return JsonValue{structure({domain, type}, bytes, limits)};
  const auto own = value_of<std::int32_t>(bytes);
  if (!own) return std::nullopt;
  if (const auto names = enumerations_.find({domain, type}); names != enumerations_.end()) {
    const auto name = names->second.find(*own);
    if (name != names->second.end() && !name->second.empty()) return JsonValue{name->second};
  }
  return JsonValue{std::int64_t{*own}};
}

}  // namespace lanescope

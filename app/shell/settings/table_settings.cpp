#include "app/shell/settings/table_settings.h"

#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

std::optional<bool> shown_of(const Json& from) {
  return from.is_boolean() ? std::optional(from.get<bool>()) : std::nullopt;
}

std::optional<float> width_of(const Json& from) {
  if (!from.is_number() || !std::isfinite(from.get<float>())) return std::nullopt;
  return clamped(from.get<float>(), kLeastColumnPx, kMostColumnPx);
}

/// `value_of` is nullopt for what makes no sense.
template <typename Value, typename Of>
void read_columns(const Json& table, const char* member,
                  std::map<std::string, Value, std::less<>>& columns, const Of& value_of) {
  const auto found = table.find(member);
  if (found == table.end() || !found->is_object()) return;
  for (const auto& [title, json] : found->items()) {
    const auto value = value_of(json);
    if (!value || title.size() > TableMemory::kLongestTitle) continue;
    if (columns.size() == TableMemory::kMostColumns) return;
    columns[title] = *value;
  }
}

template <typename Value>
void write_columns(JsonWriter& out, std::string_view member,
                   const std::map<std::string, Value, std::less<>>& columns) {
  out.key(member);
  out.begin_object(JsonLayout::Indented);
  for (const auto& [title, value] : columns) {
    out.key(title);
    out.value(value);
  }
  out.end();
}

}  // namespace

void read_tables(const Json& from, TableMemory& memory) {
  if (!from.is_object()) return;
  for (const auto& [name, table] : from.items()) {
    if (!table.is_object() || name.size() > TableMemory::kLongestTitle) continue;
    if (memory.tables.size() == TableMemory::kMostTables) return;
    TableChoices choices;
    read_columns(table, "shown", choices.shown, shown_of);
    read_columns(table, "widths", choices.widths, width_of);
    if (!choices.empty()) memory.tables[name] = std::move(choices);
  }
}

void write_tables(JsonWriter& out, const TableMemory& memory) {
  out.begin_object(JsonLayout::Indented);
  for (const auto& [name, choices] : memory.tables) {
    if (choices.empty()) continue;
    out.key(name);
    out.begin_object(JsonLayout::Indented);
    write_columns(out, "shown", choices.shown);
    write_columns(out, "widths", choices.widths);
    out.end();
  }
  out.end();
}

}  // namespace lanescope

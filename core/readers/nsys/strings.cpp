#include "core/readers/nsys/strings.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"

namespace lanescope {

NsysStrings::NsysStrings(SqliteDatabase& database) {
  SqliteRows rows(database, "StringIds", {"id", "value"});
  while (rows.next()) {
    if (const auto id = rows.integer(0)) texts_.try_emplace(*id, rows.text(1));
  }
}

std::string_view NsysStrings::text(std::int64_t id) const {
  const auto at = texts_.find(id);
  return at == texts_.end() ? std::string_view() : at->second;
}

std::string_view NsysStrings::text(SqliteRows& rows, int column) const {
  const auto id = rows.integer(column);
  return id ? text(*id) : std::string_view();
}

LocalId NsysNames::name(std::int64_t id, RowSink& sink) {
  const auto [at, fresh] = names_.try_emplace(id, 0);
  if (!fresh) return at->second;
  const std::string_view text = strings_->text(id);
  if (id != 0 && !strings_->has(id)) report_missing_text(id, sink);
  at->second = sink.text(rule_ == nullptr ? std::string(text) : rule_(text));
  return at->second;
}

void report_missing_text(std::int64_t id, RowSink& sink) {
  sink.issue(Issue::MissingText, 0, fmt::format("StringIds has no id {}", id));
}

std::string call_name(std::string_view text) {
  const std::size_t version = text.rfind("_v");
  if (version != std::string_view::npos && version + 2 < text.size() &&
      std::ranges::all_of(text.substr(version + 2), is_digit))
    text = text.substr(0, version);
  for (const std::string_view ending : {"_ptsz", "_ptds"}) {
    if (text.ends_with(ending)) text.remove_suffix(ending.size());
  }
  return std::string(text);
}

}  // namespace lanescope

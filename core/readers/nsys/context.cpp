#include "core/readers/nsys/context.h"

#include <string>

#include <fmt/format.h>

namespace lanescope {

bool NsysEvents::next() {
  if (!rows_.next()) return false;
  for (const int column : missing_) {
    context_->sink.issue(Issue::MissingColumn, 0,
                         fmt::format("{} has no column {}", name_of(table_),
                                     columns_[static_cast<std::size_t>(column)]));
  }
  missing_.clear();
  if (context_->progress != nullptr) ++context_->progress->events;
  return true;
}

std::optional<Ns> NsysEvents::time(int column) {
  const auto time_ns = rows_.integer(column);
  if (time_ns) return time_ns;
  const std::string_view name = name_of(table_);
  context_->sink.lost(
      Issue::BrokenRecord, place().offset(),
      rows_.has(column) ? std::string(name) : fmt::format("{}: no column of times", name));
  return std::nullopt;
}

std::optional<TimeRange> NsysEvents::range(int start, int end) {
  const auto begin_ns = time(start);
  if (!begin_ns) return std::nullopt;
  const auto end_ns = time(end);
  if (!end_ns) return std::nullopt;
  return context_->sink.range(*begin_ns, *end_ns, place().offset(), name_of(table_));
}

}  // namespace lanescope

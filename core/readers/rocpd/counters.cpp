#include "core/readers/rocpd/counters.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope {

RocpdCounters::RocpdCounters(SqliteDatabase& database, const RocpdSet& set,
                             const RocpdDefinitions& definitions, RowSink& sink)
    : definitions_(&definitions), sink_(&sink) {
  SqliteRows rows(database, set.table("pmc_event"), {"event_id", "pmc_id", "value"});
  while (rows.next()) {
    const auto event = rows.integer(0), counter = rows.integer(1);
    const auto value = rows.number(2);
    if (event && counter && value) {
      values_.push_back({*event, *counter, *value});
    } else {
      sink.lost(Issue::UnusableCounter, static_cast<std::uint64_t>(rows.row_id()), "");
    }
  }
  std::ranges::stable_sort(values_, {}, &Value::event);
}

LocalId RocpdCounters::name_of(std::int64_t counter) {
  const auto [at, fresh] = names_.try_emplace(counter, 0);
  if (!fresh) return at->second;
  const auto own = definitions_->counters.find(counter);
  const bool known = own != definitions_->counters.end() && !own->second.name.empty();
  at->second = sink_->text(known ? own->second.name : fmt::format("counter {}", counter));
  return at->second;
}

bool RocpdCounters::write(std::optional<std::int64_t> event, Ns time_ns, RocmProcess& process) {
  if (!event) return false;
  const auto own = std::ranges::equal_range(values_, *event, {}, &Value::event);
  for (Value& value : own) {
    if (value.used) continue;
    value.used = true;
    const auto counter = definitions_->counters.find(value.counter);
    const auto gpu = counter == definitions_->counters.end()
                         ? std::nullopt
                         : definitions_->gpu(counter->second.agent);
    sink_->counter(gpu ? process.gpu(*gpu) : process.pid(), name_of(value.counter), time_ns,
                   value.value);
  }
  return !own.empty();
}

void RocpdCounters::report_unused() {
  const auto unused = std::ranges::count(values_, false, &Value::used);
  if (unused != 0) sink_->lost(Issue::UnusableCounter, 0, "", static_cast<std::uint64_t>(unused));
}

}  // namespace lanescope

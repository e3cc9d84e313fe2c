// Calls, ranges and samples of threads.
#include <string>
#include <unordered_map>

#include "core/base/text/ascii_case.h"
#include "core/readers/rocm/names.h"
#include "core/readers/rocpd/rows.h"

namespace lanescope {
namespace {

enum class RegionKind : std::uint8_t { Other, Call, Marker };

/// Categories are "HIP_RUNTIME_API" or "rocm_hip_api", "MARKER_CORE_RANGE_API" or
/// "rocm_marker_api", and others.
RegionKind kind_of_category(std::string_view category) {
  const std::string lower = lower_cased(category);
  const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
  if (has("marker") || has("roctx")) return RegionKind::Marker;
  return has("hip") || has("hsa") ? RegionKind::Call : RegionKind::Other;
}

class RegionReader {
 public:
  explicit RegionReader(const RocpdContext& context)
      : context_(context),
        rows_(context, "region", RocpdTable::Region, {"name_id"}),
        categories_(context.database, context.set.table("event"), "category_id"),
        category_names_(context.database, context.set.table("info_category"), {"name"}, 0),
        has_category_table_(context.database.find_table(context.set.table("info_category")) !=
                            nullptr) {}

  void run() {
    while (rows_.next()) row();
  }

 private:
  void row() {
    const auto times = rows_.times();
    if (!times) return;
    const RocpdTrack track = rows_.track();
    RocmProcess& process = context_.process(track.process);
    context_.counters.write(rows_.event(), times->begin_ns, process);
    RocmTrace::Row own{process.thread(rows_.tid(track)), {}, 0, *times, rows_.place()};
    const std::int64_t name = rows_.integer(0).value_or(0);
    const RegionKind kind = kind_of_event();
    if (kind == RegionKind::Marker) return marker(process, own, context_.strings.text(name));
    const std::string& text = context_.strings.name(name);
    own.category = rocm_call_category(text);
    own.name = name_of(name, text);
    const bool is_call = kind == RegionKind::Call || own.category != "host_call";
    is_call ? context_.trace.call(process, own, rows_.stack()) : context_.trace.span(own);
  }

  void marker(const RocmProcess& process, RocmTrace::Row row, const std::string& text) {
    if (row.times.begin_ns != row.times.end_ns)
      return context_.trace.range(process, row, parse_range_text(text));
    row.category = "user_annotation";
    row.name = context_.trace.sink().text(text);
    context_.trace.mark(row);
  }

  RegionKind kind_of_event() {
    const auto category = categories_.of(rows_.event());
    if (!category) return RegionKind::Other;
    const auto [at, fresh] = kinds_.try_emplace(*category, RegionKind::Other);
    if (!fresh) return at->second;
    category_names_.seek(*category);
    const bool found = has_category_table_ && category_names_.next();
    at->second = kind_of_category(found ? std::string(category_names_.text(0))
                                        : context_.strings.name(*category));
    return at->second;
  }

  LocalId name_of(std::int64_t id, const std::string& text) {
    const auto [at, fresh] = names_.try_emplace(id, 0);
    if (fresh) at->second = context_.trace.sink().text(text);
    return at->second;
  }

  const RocpdContext& context_;
  RocpdRows rows_;
  IdValues categories_;  // of events
  SqliteRows category_names_;
  bool has_category_table_;
  std::unordered_map<std::int64_t, RegionKind> kinds_;  // by category
  std::unordered_map<std::int64_t, LocalId> names_;
};

/// Samples carry values; those without are marks.
void read_samples(const RocpdContext& context) {
  RocpdRows rows(context, "sample", RocpdTable::Sample, {"name_id"});
  while (rows.next()) {
    const auto time_ns = rows.time();
    if (!time_ns) continue;
    const RocpdTrack track = rows.track();
    RocmProcess& process = context.process(track.process);
    if (context.counters.write(rows.event(), *time_ns, process)) continue;
    const auto name = rows.integer(0) ? rows.integer(0) : track.name;
    context.trace.mark({process.thread(rows.tid(track)),
                        "sample",
                        context.trace.sink().text(context.strings.name(name.value_or(0))),
                        {*time_ns, *time_ns},
                        rows.place()});
  }
}

}  // namespace

void read_rocpd_host(const RocpdContext& context) {
  RegionReader(context).run();
  read_samples(context);
}

}  // namespace lanescope

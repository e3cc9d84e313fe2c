#include "core/build/links/flow_builder.h"

#include <algorithm>
#include <tuple>

#include "core/base/check.h"
#include "core/build/links/flow_bindings.h"
#include "core/build/tracks/radix_sort.h"

namespace lanescope {
namespace {

struct FlowRef {
  const RawFlow* raw;
  std::uint32_t worker;
  FlowBinding binding;
};

std::size_t flows_in(std::span<const RawBatch> batches) {
  std::size_t flows = 0;
  for (const RawBatch& batch : batches) flows += batch.flows.size();
  return flows;
}

class FlowWriter {
 public:
  explicit FlowWriter(const FlowInput& in) : in_(in) {
    const std::vector<FlowBinding> bindings = bind_flows(in);
    LANESCOPE_CHECK(bindings.size() == flows_in(in.batches),
                    "a seat for each of {} flow halves, not {}", flows_in(in.batches),
                    bindings.size());
    std::size_t at = 0;  // of the flow among those of all batches
    for (const RawBatch& batch : in.batches) {
      for (const RawFlow& raw : batch.flows) {
        const FlowBinding binding = bindings[at++];
        if (is_admitted(raw, batch.worker)) refs_.push_back({&raw, batch.worker, binding});
      }
    }
  }

  std::shared_ptr<const FlowTable> run() {
    const std::size_t n = refs_.size();
    auto table = std::make_shared<FlowTable>();
    table->kinds = in_.tables.flow_kinds;
    table->id = Column<std::uint64_t>(n);
    table->time_ns = Column<Ns>(n);
    table->track = Column<TrackId>(n);
    table->slice = Column<EventId>(n);
    table->kind = Column<std::uint16_t>(n);
    table->phase = Column<FlowPhase>(n);
    table->place = Column<Place>(n);
    std::uint32_t to = 0;
    for (const KeyedRow& row : sorted()) write(*table, to++, refs_[row.row]);
    table->by_slice = by_slice(*table);
    return table;
  }

 private:
  [[nodiscard]] std::uint16_t kind_of(const FlowRef& ref) const {
    return in_.tables.workers[ref.worker].flow_kinds[ref.raw->kind];
  }

  [[nodiscard]] bool is_admitted(const RawFlow& raw, std::uint32_t worker) const {
    if (in_.plausible.all()) return true;
    const TrackId track = raw.on_slice ? in_.built.locations[raw.carrier].track
                                       : in_.tables.workers[worker].tracks[raw.carrier];
    return in_.plausible.admits(track, raw.time_ns, raw.time_ns);
  }

  /// By (kind, id, time): least significant first, each pass stable.
  std::vector<KeyedRow> sorted() const {
    std::vector<KeyedRow> rows(refs_.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = {refs_[i].raw->id, i};
    radix_sort(rows);
    if (in_.tables.flow_kinds.size() > 1) {
      for (KeyedRow& row : rows) row.key = kind_of(refs_[row.row]);
      radix_sort(rows);
    }
    order_runs_by_time(rows);
    return rows;
  }

  /// Halves of one flow are few: a plain sort of each run.
  void order_runs_by_time(std::vector<KeyedRow>& rows) const {
    const auto same = [&](const KeyedRow& a, const KeyedRow& b) {
      return refs_[a.row].raw->id == refs_[b.row].raw->id &&
             kind_of(refs_[a.row]) == kind_of(refs_[b.row]);
    };
    // A start before its end where both have one time; only halves that agree in everything keep
    // the order of the file.
    const auto place_of = [&](const KeyedRow& r) {
      const FlowRef& ref = refs_[r.row];
      return std::tuple(ref.raw->time_ns, ref.raw->phase, ref.binding.track, ref.binding.slice,
                        r.row);
    };
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin + 1;
      while (end < rows.size() && same(rows[begin], rows[end])) ++end;
      const auto at = [&](std::size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(i); };
      std::sort(at(begin), at(end),
                [&](const KeyedRow& a, const KeyedRow& b) { return place_of(a) < place_of(b); });
      begin = end;
    }
  }

  void write(FlowTable& table, std::uint32_t to, const FlowRef& ref) const {
    const RawFlow& raw = *ref.raw;
    table.id[to] = raw.id;
    table.time_ns[to] = raw.time_ns;
    table.track[to] = ref.binding.track;
    table.slice[to] = ref.binding.slice;
    table.kind[to] = kind_of(ref);
    table.phase[to] = raw.phase;
    table.place[to] = raw.place;
  }

  static Column<std::uint32_t> by_slice(const FlowTable& table) {
    std::vector<KeyedRow> rows;
    rows.reserve(table.size());
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      if (table.slice[i] != EventId::None) rows.push_back({index_of(table.slice[i]), i});
    }
    radix_sort(rows);
    Column<std::uint32_t> order(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) order[i] = rows[i].row;
    return order;
  }

  const FlowInput& in_;
  std::vector<FlowRef> refs_;
};

}  // namespace

std::shared_ptr<const FlowTable> build_flows(const FlowInput& in) {
  return FlowWriter(in).run();
}

}  // namespace lanescope

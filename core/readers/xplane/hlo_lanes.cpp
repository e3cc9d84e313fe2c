#include "core/readers/xplane/hlo_lanes.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// A slice that lasts to the last work for it, unless other work has begun by then.
struct Run {
  LocalId name = 0;
  TimeRange times;
  Place first;
  std::uint64_t kind = 0;  // XPlaneIndex::kOp or kModule
};

class Writer {
 public:
  Writer(LocalId track, RowSink& sink, XPlaneIndex& index)
      : track_(track),
        sink_(sink),
        index_(index),
        category_(sink.category("gpu_user_annotation")) {}

  void write(const Run& run) {
    LANESCOPE_CHECK(run.first.length() > run.kind, "an event with stats, not of {} bytes",
                    run.first.length());
    RowSink::Slice slice;
    slice.track = track_;
    slice.category = category_;
    slice.name = run.name;
    slice.begin_ns = run.times.begin_ns;
    slice.end_ns = run.times.end_ns;
    slice.place = Place(run.first.offset() + run.kind, run.first.length() - run.kind);
    slice.begin_order = run.kind == XPlaneIndex::kModule ? 1 : 2;
    slice.concluded = true;
    index_.concluded.push_back(slice.place.offset());
    sink_.slice(slice);
  }

 private:
  LocalId track_;
  RowSink& sink_;
  XPlaneIndex& index_;
  std::uint16_t category_;
};

void end_before(Run& run, Ns next_ns) {
  LANESCOPE_CHECK(run.times.begin_ns <= next_ns, "work by its begin, not {} before {}", next_ns,
                  run.times.begin_ns);
  run.times.end_ns = std::max(run.times.begin_ns, std::min(run.times.end_ns, next_ns));
}

}  // namespace

bool HloLanes::same_module(const Work& a, const Work& b) const {
  return a.module == b.module && a.program == b.program && a.run == b.run;
}

void HloLanes::write(LocalId track, RowSink& sink, XPlaneIndex& index) {
  LANESCOPE_CHECK(
      std::ranges::all_of(
          work_, [](const Work& work) { return work.times.begin_ns <= work.times.end_ns; }),
      "{} kernels that end after they begin", work_.size());
  std::ranges::stable_sort(work_, {}, [](const Work& work) { return work.times.begin_ns; });
  Writer writer(track, sink, index);
  Run module, op;
  LocalId first_op = 0;
  for (std::size_t i = 0; i < work_.size(); ++i) {
    const Work& work = work_[i];
    LANESCOPE_CHECK(i == 0 || work_[i - 1].times.begin_ns <= work.times.begin_ns,
                    "work by its begin, but {} is before its neighbor", i);
    const bool follows = i > 0 && same_module(work_[i - 1], work);
    const bool new_op = !follows || work.op != work_[i - 1].op;
    const bool new_module = !follows || (new_op && work.op == first_op);
    if (new_op && i > 0) {
      end_before(op, work.times.begin_ns);
      writer.write(op);
    }
    if (new_module) {
      if (i > 0) end_before(module, work.times.begin_ns);
      if (i > 0) writer.write(module);
      module = {work.module, work.times, work.place, XPlaneIndex::kModule};
      first_op = work.op;
    }
    if (new_op) op = {work.op, work.times, work.place, XPlaneIndex::kOp};
    op.times.end_ns = std::max(op.times.end_ns, work.times.end_ns);
    module.times.end_ns = std::max(module.times.end_ns, work.times.end_ns);
  }
  if (work_.empty()) return;
  writer.write(op);
  writer.write(module);
}

}  // namespace lanescope

#include "core/build/links/async_builder.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/check.h"

namespace lanescope {
namespace {

struct AsyncRef {
  const RawAsync* raw;
  std::uint32_t worker;
};

std::vector<AsyncRef> sorted_asyncs(const std::vector<RawBatch>& batches,
                                    const AdmitAsync& admits) {
  std::vector<AsyncRef> refs;
  for (const RawBatch& batch : batches) {
    for (const RawAsync& raw : batch.asyncs) {
      if (!admits || admits(raw, batch.worker)) refs.push_back({&raw, batch.worker});
    }
  }
  std::ranges::sort(refs, {}, [](const AsyncRef& ref) {
    return std::tuple(ref.raw->id, ref.raw->time_ns, ref.raw->place.offset());
  });
  return refs;
}

/// Spans must be written with the worker whose local numbers they use.
class SpanWriter {
 public:
  SpanWriter(RawSliceStore& store, IssueLog& issues) : store_(&store), issues_(&issues) {}

  void span(const AsyncRef& begin, Ns end_ns) {
    const RawAsync& raw = *begin.raw;
    LANESCOPE_CHECK(raw.phase == AsyncPhase::Begin, "a begin, not phase {}", raw.phase);
    RawSlice slice;
    slice.start_ns = raw.time_ns;
    slice.dur_ns = std::max<Ns>(0, saturating_sub(end_ns, raw.time_ns));
    slice.place = raw.place;
    slice.name = raw.name;
    slice.lane = raw.lane;
    Pen& pen = pen_of(begin.worker);
    if (pen.writer.append(slice, pen.batch) == kNoRef) {
      issues_->add(Issue::StoreFull, raw.place.offset(), {});
    } else {
      ++spans_;
    }
  }
  void instant(const AsyncRef& ref) {
    const RawAsync& raw = *ref.raw;
    pen_of(ref.worker)
        .batch.instants.push_back({raw.time_ns, raw.place, raw.name, raw.track, raw.category});
  }
  std::uint64_t finish(std::vector<RawBatch>& batches) {
    for (auto& [worker, pen] : pens_) batches.push_back(std::move(pen.batch));
    return spans_;
  }

 private:
  struct Pen {
    RawSliceWriter writer;
    RawBatch batch;
  };
  Pen& pen_of(std::uint32_t worker) {
    const auto at = pens_.find(worker);
    if (at != pens_.end()) return at->second;
    RawBatch batch;
    batch.worker = worker;
    return pens_.emplace(worker, Pen{RawSliceWriter(*store_, worker), std::move(batch)})
        .first->second;
  }

  RawSliceStore* store_;
  IssueLog* issues_;
  std::map<std::uint32_t, Pen> pens_;
  std::uint64_t spans_ = 0;
};

}  // namespace

std::uint64_t pair_asyncs(std::vector<RawBatch>& batches, RawSliceStore& store, Ns trace_end_ns,
                          IssueLog& issues, const AdmitAsync& admits) {
  const std::vector<AsyncRef> refs = sorted_asyncs(batches, admits);
  SpanWriter writer(store, issues);
  std::vector<AsyncRef> open;
  const auto leave_open = [&] {
    for (const AsyncRef& ref : open) {
      issues.add(Issue::AsyncBeginWithoutEnd, ref.raw->place.offset(), {});
      writer.span(ref, trace_end_ns);
    }
    open.clear();
  };
  for (std::size_t i = 0; i < refs.size(); ++i) {
    if (i > 0 && refs[i].raw->id != refs[i - 1].raw->id) leave_open();
    switch (refs[i].raw->phase) {
      case AsyncPhase::Begin:
        open.push_back(refs[i]);
        break;
      case AsyncPhase::Instant:
        writer.instant(refs[i]);
        break;
      case AsyncPhase::End:
        if (open.empty()) {
          issues.add(Issue::AsyncEndWithoutBegin, refs[i].raw->place.offset(), {});
        } else {
          writer.span(open.back(), refs[i].raw->time_ns);
          open.pop_back();
        }
    }
  }
  leave_open();
  return writer.finish(batches);
}

}  // namespace lanescope

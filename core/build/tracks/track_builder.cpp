#include "core/build/tracks/track_builder.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/build/tracks/run_sort.h"
#include "core/build/tracks/slice_ties.h"
#include "core/store/gpu_lanes.h"

namespace lanescope {
namespace {

/// A track's rows on their way from file order to columns.
struct Draft {
  Column<SortedSlice> rows;
  std::span<SortedSlice> slices;  // the rows that became slices; sorted by time once arranged
  bool has_ends = false;          // there are begin and end events to pair
  NestingResult nesting;
  std::shared_ptr<TrackChunk> chunk;
  std::size_t parts = 0;
  std::vector<std::uint32_t> next;  // by part and row of the lane: where the next slice goes
};

/// Groups the rows by track. The runs are divided into parts, since a reader may have put all rows
/// into one batch: each first counts its rows, so that all parts can write at the same time and
/// file order is preserved.
class Gatherer {
 public:
  explicit Gatherer(const TrackBuildInput& in) : in_(in), tracks_(in.tables.tracks.size()) {
    std::vector<std::size_t> rows_before{0};
    for (const RawBatch& batch : in.batches) {
      for (const RawRun& run : batch.slices) {
        runs_.push_back({run, batch.worker});
        rows_before.push_back(rows_before.back() + (run.end - run.begin));
      }
    }
    const std::size_t parts = in.threads > 1 ? std::size_t{4} * in.threads : 1;
    for (std::size_t p = 0; p <= parts; ++p) {
      const std::size_t wanted = rows_before.back() * p / parts;
      const auto at = std::lower_bound(rows_before.begin(), rows_before.end(), wanted);
      part_begin_.push_back(static_cast<std::size_t>(at - rows_before.begin()));
    }
    part_begin_.back() = runs_.size();
    LANESCOPE_CHECK(std::ranges::is_sorted(part_begin_), "{} parts one behind another", parts);
  }

  std::vector<Draft> run(Column<RawLocation>& locations) {
    std::vector<Draft> drafts(tracks_);
    const std::size_t parts = part_begin_.size() - 1;
    std::vector<std::vector<std::size_t>> next(parts, std::vector<std::size_t>(tracks_, 0));
    std::vector<std::vector<std::uint8_t>> ends(parts, std::vector<std::uint8_t>(tracks_, 0));
    parallel_for(parts, in_.threads, [&](std::size_t p, unsigned) {
      each_row(p, [&](RawRef, const RawSlice&, const GlobalSliceKind& lane, bool admitted) {
        if (!admitted) return;
        ++next[p][index_of(lane.track)];
        if (!is_whole(lane.phase)) ends[p][index_of(lane.track)] = 1;
      });
    });
    for (std::size_t t = 0; t < tracks_; ++t) {
      std::size_t rows = 0;
      for (std::size_t p = 0; p < parts; ++p) {
        rows += std::exchange(next[p][t], rows);
        drafts[t].has_ends |= ends[p][t] != 0;
      }
      drafts[t].rows = Column<SortedSlice>(rows);
      drafts[t].slices = drafts[t].rows.span();
    }
    parallel_for(parts, in_.threads, [&](std::size_t p, unsigned) {
      each_row(p, [&](RawRef ref, const RawSlice& raw, const GlobalSliceKind& lane, bool admitted) {
        locations[ref] = {lane.track, RawLocation::kNoSlice};
        if (!admitted) return;
        const std::size_t t = index_of(lane.track);
        const Ns end_ns = saturating_add(raw.start_ns, raw.dur_ns);
        drafts[t].rows[next[p][t]++] = {raw.start_ns, end_ns, ref, 0};
      });
    });
    for (std::size_t t = 0; t < tracks_; ++t) {
      LANESCOPE_CHECK(next.back()[t] == drafts[t].rows.size(),
                      "as many rows of track {} in the second pass as in the first: {}, not {}", t,
                      drafts[t].rows.size(), next.back()[t]);
    }
    return drafts;
  }

 private:
  struct WorkerRun {
    RawRun refs;
    std::uint32_t worker;
  };

  template <typename Visit>
  void each_row(std::size_t part, const Visit& visit) const {
    for (std::size_t r = part_begin_[part]; r < part_begin_[part + 1]; ++r) {
      const auto& [refs, worker] = runs_[r];
      const std::vector<GlobalSliceKind>& lanes = in_.tables.workers[worker].lanes;
      for (RawRef ref = refs.begin; ref < refs.end; ++ref) {
        const RawSlice& raw = in_.store[ref];
        const GlobalSliceKind& lane = lanes[raw.lane];
        const Ns end_ns = saturating_add(raw.start_ns, raw.dur_ns);
        visit(ref, raw, lane, in_.plausible.admits(lane.track, raw.start_ns, end_ns));
      }
    }
  }

  const TrackBuildInput& in_;
  std::size_t tracks_;
  std::vector<WorkerRun> runs_;          // of all batches, in file order
  std::vector<std::size_t> part_begin_;  // runs of part p: [part_begin_[p], part_begin_[p + 1])
};

/// Pairs the begin and end events of a track; one instance per thread.
class BeginEndPairs {
 public:
  explicit BeginEndPairs(const TrackBuildInput& in) : in_(&in) {}

  /// Sorts begins and ends by time, then by file order; an end closes the newest open begin.
  void pair(Draft& draft) {
    slices_ = draft.slices;
    size_ = 0;
    std::vector<SortedSlice> marks;
    for (const SortedSlice& row : draft.slices) {
      if (is_whole(phase_of(row.ref))) {
        slices_[size_++] = row;
      } else {
        marks.push_back(row);
      }
    }
    run_sort(std::span(marks), [&](const SortedSlice& a, const SortedSlice& b) {
      return a.start_ns != b.start_ns ? a.start_ns < b.start_ns : offset_of(a) < offset_of(b);
    });
    std::vector<SortedSlice> open;
    for (const SortedSlice& mark : marks) {
      if (phase_of(mark.ref) == RawPhase::Begin) {
        open.push_back(mark);
      } else if (open.empty()) {
        issues_.add(Issue::EndWithoutBegin, offset_of(mark), name_of(mark.ref));
      } else {
        close(open.back(), mark);
        open.pop_back();
      }
    }
    for (const SortedSlice& begin : open) {
      keep_open(begin);
      unended_.push_back(begin.ref);
    }
    draft.slices = draft.slices.first(size_);
  }
  [[nodiscard]] const IssueLog& issues() const { return issues_; }
  [[nodiscard]] const std::vector<PairEnd>& ends() const { return ends_; }
  [[nodiscard]] const std::vector<RawRef>& unended() const { return unended_; }

 private:
  void close(const SortedSlice& begin, const SortedSlice& end) {
    const std::string_view end_name = name_of(end.ref);
    if (!end_name.empty() && end_name != name_of(begin.ref)) {
      issues_.add(Issue::EndNameDiffers, offset_of(end), end_name);
    }
    ends_.push_back({begin.ref, end.ref, in_->store[end.ref].place});
    keep(begin, end.start_ns);
  }
  /// A range of the host goes on until the end. Work of a GPU does not: writers put its begins long
  /// before its ends, so that a cut takes only these, and it would count as busy time.
  void keep_open(const SortedSlice& begin) {
    if (is_of_gpu(begin.ref)) {
      issues_.add(Issue::KernelWithoutTime, offset_of(begin), name_of(begin.ref));
      return keep(begin, begin.start_ns);
    }
    issues_.add(Issue::BeginWithoutEnd, offset_of(begin), name_of(begin.ref));
    const bool is_known = begin.end_ns > begin.start_ns;
    keep(begin, is_known ? begin.end_ns : std::max(begin.start_ns, in_->trace_end_ns));
  }
  /// There is space: each pair was two rows.
  void keep(const SortedSlice& begin, Ns end_ns) {
    LANESCOPE_CHECK(size_ < slices_.size(), "room among {} rows", slices_.size());
    LANESCOPE_CHECK(begin.start_ns <= end_ns, "an end behind {}, not at {}", begin.start_ns,
                    end_ns);
    slices_[size_++] = {begin.start_ns, end_ns, begin.ref, 0};
  }

  [[nodiscard]] std::uint64_t offset_of(const SortedSlice& row) const {
    return in_->store[row.ref].place.offset();
  }
  [[nodiscard]] RawPhase phase_of(RawRef ref) const {
    return in_->tables.workers[in_->store.worker_of(ref)].lanes[in_->store[ref].lane].phase;
  }
  [[nodiscard]] bool is_of_gpu(RawRef ref) const {
    const WorkerMap& map = in_->tables.workers[in_->store.worker_of(ref)];
    return is_gpu_lane(in_->tables.tracks[index_of(map.lanes[in_->store[ref].lane].track)].kind);
  }
  [[nodiscard]] std::string_view name_of(RawRef ref) const {
    const WorkerMap& map = in_->tables.workers[in_->store.worker_of(ref)];
    return (*in_->tables.strings)[map.texts[in_->store[ref].name]];
  }

  const TrackBuildInput* in_;
  std::span<SortedSlice> slices_;
  std::size_t size_ = 0;
  IssueLog issues_;
  std::vector<PairEnd> ends_;
  std::vector<RawRef> unended_;
};

/// Writes the columns of arranged tracks. Long tracks are written in parts by several threads.
class ChunkWriter {
 public:
  ChunkWriter(const TrackBuildInput& in, Column<RawLocation>& locations)
      : in_(in), locations_(locations) {}

  static void start(Draft& draft) {
    const std::size_t count = draft.slices.size();
    const std::size_t rows = draft.nesting.rows;
    LANESCOPE_CHECK(count > 0 && rows > 0 && rows <= count, "{} slices on 1 to {} rows, not {}",
                    count, count, rows);
    draft.parts = std::max<std::size_t>(1, std::min(count / kPartSlices, count / rows));
    draft.next.assign(draft.parts * rows, 0);
    draft.chunk = std::make_shared<TrackChunk>();
    TrackChunk& chunk = *draft.chunk;
    chunk.rows.resize(rows);
    // The link builder fills in `link`.
    make_columns(count, chunk.start_ns, chunk.dur_ns, chunk.name, chunk.category, chunk.place,
                 chunk.link);
    if (rows > 1) chunk.time_order = Column<std::uint32_t>(count);
  }

  static void count_part(Draft& draft, std::size_t part) {
    std::uint32_t* const counts = &draft.next[part * draft.nesting.rows];
    for (const SortedSlice& slice : slices_of(draft, part)) ++counts[slice.row];
  }

  /// Converts counts to positions: row by row, and within a row part by part.
  static void place_parts(Draft& draft) {
    std::uint32_t at = 0;
    for (std::size_t r = 0; r < draft.nesting.rows; ++r) {
      draft.chunk->rows[r].first = at;
      for (std::size_t part = 0; part < draft.parts; ++part) {
        at += std::exchange(draft.next[part * draft.nesting.rows + r], at);
      }
      draft.chunk->rows[r].count = at - draft.chunk->rows[r].first;
    }
    LANESCOPE_CHECK(at == draft.slices.size(), "all {} slices on a row; {} are",
                    draft.slices.size(), at);
  }

  void write_part(Draft& draft, std::size_t part) {
    TrackChunk& chunk = *draft.chunk;
    std::uint32_t* const next = &draft.next[part * draft.nesting.rows];
    const std::span<const SortedSlice> slices = slices_of(draft, part);
    const auto position = static_cast<std::size_t>(slices.data() - draft.slices.data());
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const std::uint32_t at = next[slices[i].row]++;
      write_slice(chunk, at, slices[i]);
      if (!chunk.time_order.empty()) chunk.time_order[position + i] = at;
    }
  }

 private:
  static constexpr std::size_t kPartSlices = 100'000;

  static std::span<const SortedSlice> slices_of(const Draft& draft, std::size_t part) {
    const std::size_t begin = draft.slices.size() * part / draft.parts;
    const std::size_t end = draft.slices.size() * (part + 1) / draft.parts;
    return draft.slices.subspan(begin, end - begin);
  }

  void write_slice(TrackChunk& chunk, std::uint32_t at, const SortedSlice& slice) {
    const RawSlice& raw = in_.store[slice.ref];
    const WorkerMap& map = in_.tables.workers[in_.store.worker_of(slice.ref)];
    chunk.start_ns[at] = slice.start_ns;
    chunk.dur_ns[at] = saturating_sub(slice.end_ns, slice.start_ns);
    chunk.name[at] = map.texts[raw.name];
    chunk.category[at] = map.lanes[raw.lane].category;
    chunk.place[at] = raw.place;
    locations_[slice.ref].slice = at;
  }

  const TrackBuildInput& in_;
  Column<RawLocation>& locations_;
};

void index_intervals(Draft& draft) {
  Ns last_end = kMinNs;
  for (const SortedSlice& s : draft.slices) last_end = std::max(last_end, s.end_ns);
  draft.chunk->bounds = {draft.slices.front().start_ns, last_end};
  draft.chunk->intervals =
      IntervalIndex(static_cast<std::uint32_t>(draft.slices.size()), [&](std::uint32_t i) {
        return TimeRange{draft.slices[i].start_ns, draft.slices[i].end_ns};
      });
}

/// Work on a part or a row of a track, or on the entire track.
struct Job {
  Draft* draft;
  std::size_t item;
};

class TrackBuilder {
 public:
  explicit TrackBuilder(const TrackBuildInput& in) : in_(in) {}

  BuiltTracks run(IssueLog& issues) {
    BuiltTracks out;
    for (const RawBatch& batch : in_.batches) {
      LANESCOPE_CHECK(batch.worker < in_.tables.workers.size(), "one of {} workers, not {}",
                      in_.tables.workers.size(), batch.worker);
    }
    out.locations = Column<RawLocation>(in_.store.ref_limit());
    std::vector<Draft> drafts = Gatherer(in_).run(out.locations);
    arrange(drafts, issues, out);
    write(drafts, out.locations);
    index(drafts);
    for (Draft& draft : drafts) {
      out.chunks.push_back(std::move(draft.chunk));
      out.nesting.push_back(draft.nesting);
    }
    return out;
  }

 private:
  /// Sorts and nests each track, the longest first.
  void arrange(std::vector<Draft>& drafts, IssueLog& issues, BuiltTracks& out) const {
    std::vector<Job> jobs;
    for (Draft& draft : drafts) jobs.push_back({&draft, 0});
    std::ranges::stable_sort(jobs, std::greater(),
                             [](const Job& job) { return job.draft->slices.size(); });
    std::vector<BeginEndPairs> pairs(std::max(1U, in_.threads), BeginEndPairs(in_));
    std::vector<std::span<SortedSlice>> tracks(jobs.size());
    parallel_for(jobs.size(), in_.threads, [&](std::size_t j, unsigned worker) {
      Draft& draft = *jobs[j].draft;
      LANESCOPE_CHECK(worker < pairs.size(), "one of {} threads, not {}", pairs.size(), worker);
      if (draft.has_ends) pairs[worker].pair(draft);
      run_sort(draft.slices, SliceOrder(in_));
      tracks[j] = draft.slices;
    });
    for (const BeginEndPairs& p : pairs) {
      issues.merge(p.issues());
      out.ends.insert(out.ends.end(), p.ends().begin(), p.ends().end());
      out.unended.insert(out.unended.end(), p.unended().begin(), p.unended().end());
    }
    order_ties(in_, tracks);
    parallel_for(jobs.size(), in_.threads, [&](std::size_t j, unsigned) {
      Draft& draft = *jobs[j].draft;
      draft.nesting = assign_rows(draft.slices);
      if (!draft.slices.empty()) ChunkWriter::start(draft);
    });
  }

  void write(std::vector<Draft>& drafts, Column<RawLocation>& locations) const {
    std::vector<Job> parts;
    for (Draft& draft : drafts) {
      for (std::size_t part = 0; part < draft.parts; ++part) parts.push_back({&draft, part});
    }
    parallel_for(parts.size(), in_.threads, [&](std::size_t j, unsigned) {
      ChunkWriter::count_part(*parts[j].draft, parts[j].item);
    });
    for (Draft& draft : drafts) {
      if (draft.chunk) ChunkWriter::place_parts(draft);
    }
    ChunkWriter writer(in_, locations);
    parallel_for(parts.size(), in_.threads, [&](std::size_t j, unsigned) {
      writer.write_part(*parts[j].draft, parts[j].item);
    });
  }

  void index(std::vector<Draft>& drafts) const {
    std::vector<Job> jobs;
    for (Draft& draft : drafts) {
      if (!draft.chunk) continue;
      jobs.push_back({&draft, draft.nesting.rows});  // after the rows: the intervals
      for (std::size_t r = 0; r < draft.nesting.rows; ++r) jobs.push_back({&draft, r});
    }
    parallel_for(jobs.size(), in_.threads, [&](std::size_t j, unsigned) {
      TrackChunk& chunk = *jobs[j].draft->chunk;
      if (jobs[j].item == chunk.rows.size()) return index_intervals(*jobs[j].draft);
      Row& row = chunk.rows[jobs[j].item];
      row.lod = Lod(chunk.slices_of(row));
    });
  }

  const TrackBuildInput& in_;
};

}  // namespace

BuiltTracks build_tracks(const TrackBuildInput& in, IssueLog& issues) {
  return TrackBuilder(in).run(issues);
}

}  // namespace lanescope

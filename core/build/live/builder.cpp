#include "core/build/live/builder.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/build/tracks/series_builder.h"
#include "core/build/tracks/text_order.h"

namespace lanescope {

LiveBase::LiveBase(std::shared_ptr<const Snapshot> complete)
    : complete_(std::move(complete)), categories_(complete_->categories) {
  for (std::uint32_t i = 0; i < complete_->strings->size(); ++i) {
    const StringId kept = pool_.intern(complete_->text(StringId{i}));
    LANESCOPE_CHECK(kept == StringId{i}, "text {} to keep its number, not to become {}", i, kept);
  }
  for (std::size_t c = 1; c < categories_.size(); ++c)
    category_of_.try_emplace(categories_[c].name, CategoryId{static_cast<std::uint16_t>(c)});
  for (const Track& track : complete_->tracks) track_of_.try_emplace(key_of(track), track.id);
}

EventId LiveBase::first_free_id() const {
  const std::uint32_t instants = complete_->instants ? complete_->instants->size() : 0;
  return EventId{complete_->slice_count + instants};
}

CategoryId LiveBase::category(std::string_view name, CategoryKind kind) {
  const StringId known = text(name);
  const auto next = static_cast<std::uint16_t>(std::min<std::size_t>(categories_.size(), 65'535));
  const auto [at, fresh] = category_of_.try_emplace(known, CategoryId{next});
  if (fresh && categories_.size() < 65'536) categories_.push_back({known, kind});
  return at->second;
}

std::vector<TrackId> LiveBase::renumber_tracks(std::vector<Track>& tracks) const {
  std::vector<Track> out;
  out.reserve(std::max(tracks.size(), complete_->tracks.size()));
  for (const Track& track : complete_->tracks) {
    out.push_back(track);
    out.back().chunks.clear();
  }
  std::vector<TrackId> numbers;
  for (Track& track : tracks) {
    const auto known = track_of_.find(key_of(track));
    const TrackId id =
        known != track_of_.end() ? known->second : TrackId{static_cast<std::uint32_t>(out.size())};
    numbers.push_back(id);
    track.id = id;
    if (known == track_of_.end()) out.emplace_back();
    out[index_of(id)] = std::move(track);
  }
  tracks = std::move(out);
  return numbers;
}

void LiveBase::renumber(GlobalTables& tables) {
  std::vector<StringId> texts;
  texts.reserve(tables.strings->size());
  for (std::uint32_t i = 0; i < tables.strings->size(); ++i)
    texts.push_back(text((*tables.strings)[StringId{i}]));
  std::vector<CategoryId> categories{CategoryId::None};
  for (std::size_t c = 1; c < tables.categories.size(); ++c) {
    const Category& known = tables.categories[c];
    categories.push_back(category((*tables.strings)[known.name], known.kind));
  }
  lanescope::renumber(tables, texts, categories);
  const std::vector<TrackId> tracks = renumber_tracks(tables.tracks);
  LANESCOPE_CHECK(tables.workers.size() == 1, "one worker, not {}", tables.workers.size());
  WorkerMap& map = tables.workers.front();
  for (TrackId& id : map.tracks) id = tracks[index_of(id)];
  for (GlobalSliceKind& lane : map.lanes) lane.track = tracks[index_of(lane.track)];
  tables.categories = categories_;
  tables.strings = pool_.freeze();
}

void LiveBuilder::seal(const RawBatch& batch, const GlobalTables& tables) {
  LANESCOPE_CHECK(worker_.size() == 1 && batch.worker == 0,
                  "rows of the one worker, not of number {} of {}", batch.worker, worker_.size());
  const WorkerMap& map = tables.workers.front();
  const auto& lanes = worker_.front()->lanes.items();
  std::map<std::uint32_t, std::vector<LiveSlice>> fresh;  // by TrackId
  for (const RawRun& run : batch.slices) {
    for (RawRef ref = run.begin; ref < run.end; ++ref) {
      const RawSlice& raw = (*store_)[ref];
      const GlobalSliceKind& lane = map.lanes[raw.lane];
      const Ns end_ns = saturating_add(raw.start_ns, raw.dur_ns);
      const Ns begin_ns = begin_of(raw.start_ns, tables.categories[index_of(lane.category)].kind);
      fresh[index_of(lane.track)].push_back({std::min(begin_ns, end_ns), end_ns, raw.place,
                                             map.texts[raw.name], lane.category,
                                             lanes[raw.lane].row});
    }
  }
  for (auto& [track, slices] : fresh)
    tracks_[key_of(tables.tracks[track])].add(std::move(slices), ids_);
}

void LiveBuilder::begin_track(Track& track) const {
  track.bounds = {kMaxNs, kMinNs};
  track.slices = track.depth = 0;
  if (base_ && index_of(track.id) < base_->complete().tracks.size()) {
    const Track& complete = base_->complete().tracks[index_of(track.id)];
    LANESCOPE_CHECK(key_of(complete) == key_of(track), "track {} to keep its number", track.id);
    track.chunks = complete.chunks;
    track.slices = complete.slices;
    track.depth = complete.depth;
    track.crossings = complete.crossings;
    if (complete.slices != 0) track.bounds = complete.bounds;
  }
  const auto known = tracks_.find(key_of(track));
  if (known == tracks_.end()) return;
  const LiveTrack& live = known->second;
  track.chunks.insert(track.chunks.end(), live.chunks().begin(), live.chunks().end());
  track.slices += live.slices();
  track.depth = std::max(track.depth, live.rows());
  track.bounds.include(live.bounds());
}

void LiveBuilder::add_tracks(Snapshot& out, const GlobalTables& tables,
                             std::map<LiveTrackKey, std::vector<LiveSlice>>& open) {
  out.tracks = tables.tracks;
  LiveIds of_open = ids_;  // for this snapshot only; the next one reuses these ids
  for (Track& track : out.tracks) {
    begin_track(track);
    if (const auto at = open.find(key_of(track)); at != open.end()) {
      track.chunks.push_back(seal_chunk(std::move(at->second), of_open));
      const TrackChunk& chunk = *track.chunks.back();
      track.slices += chunk.size();
      track.depth = std::max(track.depth, static_cast<std::uint32_t>(chunk.rows.size()));
      track.bounds.include(chunk.bounds);
    }
    if (track.chunks.empty()) track.bounds = {};
    for (std::uint32_t c = 0; c < track.chunks.size(); ++c)
      out.chunk_locations.push_back({track.chunks[c]->first_id, track.id, c});
  }
  std::ranges::sort(out.chunk_locations, {}, &Snapshot::ChunkLocation::first_id);
  LANESCOPE_CHECK(ids_.limit() <= of_open.limit(), "open slices numbered from {}, not {}",
                  ids_.limit(), of_open.limit());
  out.slice_count = of_open.limit();
  out.index_chunks();
}

void LiveBuilder::add_extents(Snapshot& out, Ns now_ns) {
  TimeRange all{kMaxNs, kMinNs};
  for (const Track& track : out.tracks) {
    if (track.slices != 0) all.include(track.bounds);
  }
  for (const auto& counter : out.counters)
    all.include({counter->time_ns[0], counter->time_ns[counter->time_ns.size() - 1]});
  if (all.begin_ns > all.end_ns) return;
  all.end_ns = std::max(all.end_ns, now_ns);
  out.x_extent = out.slices_extent = out.extent = all;
}

void LiveBuilder::add_counts(Snapshot& out, const RawBatch& batch) const {
  const WorkerTables& worker = *worker_.front();
  EventCounts& counts = out.counts;
  counts.total = worker.events;
  for (const Track& track : out.tracks) counts.slices += track.slices;
  counts.instants = batch.instants.size();
  counts.counters = batch.counters.size();
  out.report = worker.issues.report(counts.total);
  out.report.complete = true;
}

void LiveBuilder::add_links(Snapshot& out) const {
  if (!base_) {
    out.flows = std::make_shared<FlowTable>();
    out.launches = std::make_shared<LaunchIndex>();
    return;
  }
  const Snapshot& complete = base_->complete();
  out.flows = complete.flows;
  out.launches = complete.launches;
  out.steps = complete.steps;
  out.kernel_links = complete.kernel_links;
  out.gpu_links = complete.gpu_links;
  out.device_links = complete.device_links;
}

void LiveBuilder::go_on_from(std::shared_ptr<const Snapshot> complete,
                             const std::function<bool(const LiveSlice&)>& newer, Ns from_ns) {
  from_ns_ = from_ns;
  auto base = std::make_unique<LiveBase>(std::move(complete));
  const auto text = [&](StringId id) { return base->text((*strings_)[id]); };
  std::map<LiveTrackKey, LiveTrack> kept;
  LiveIds ids(base->first_free_id());
  for (const auto& [key, track] : tracks_) {
    std::vector<LiveSlice> slices = track.all();
    // What was sampled before is no longer kept, also if its record has opened others.
    std::erase_if(slices, [&](const LiveSlice& slice) {
      LANESCOPE_CHECK(index_of(slice.category) < categories_.size(),
                      "one of the {} categories of the last snapshot, not {}", categories_.size(),
                      index_of(slice.category));
      const bool is_cut = is_sampled(categories_[index_of(slice.category)].kind);
      return !newer(slice) || (is_cut && slice.end_ns < from_ns);
    });
    if (slices.empty()) continue;
    for (LiveSlice& slice : slices) {
      LANESCOPE_CHECK(index_of(slice.category) < categories_.size(),
                      "one of the {} categories of the last snapshot, not {}", categories_.size(),
                      slice.category);
      const Category& category = categories_[index_of(slice.category)];
      slice.name = text(slice.name);
      slice.begin_ns = std::min(begin_of(slice.begin_ns, category.kind), slice.end_ns);
      if (slice.category != CategoryId::None)
        slice.category = base->category((*strings_)[category.name], category.kind);
    }
    const auto& [process, thread, kind, device, stream] = key;
    kept[{text(process), text(thread), kind, device, stream}].add(std::move(slices), ids);
  }
  tracks_ = std::move(kept);
  ids_ = ids;
  base_ = std::move(base);
}

std::shared_ptr<const Snapshot> LiveBuilder::publish(RawBatch& batch,
                                                     std::span<const OpenSlice> open, Ns now_ns,
                                                     const TraceInfo& info) {
  GlobalTables tables = merge_tables(worker_);
  if (base_) base_->renumber(tables);
  strings_ = tables.strings;
  categories_ = tables.categories;
  seal(batch, tables);
  batch.slices.clear();
  batch.links.clear();
  batch.python_ids.clear();  // rows are known
  batch.with_stack.clear();  // only links need it
  batch.asyncs.clear();      // shown once they are complete
  const WorkerMap& map = tables.workers.front();
  std::map<LiveTrackKey, std::vector<LiveSlice>> open_by_track;
  for (const OpenSlice& one : open) {
    const Track& track = tables.tracks[index_of(map.tracks[one.track])];
    const CategoryId category = map.categories[one.category];
    const Ns begin_ns = begin_of(one.begin_ns, tables.categories[index_of(category)].kind);
    open_by_track[key_of(track)].push_back(
        {begin_ns, std::max(begin_ns, now_ns), one.place, map.texts[one.name], category, one.row});
  }
  auto out = std::make_shared<Snapshot>();
  out->strings = tables.strings;
  out->categories = tables.categories;
  out->info = info;
  add_tracks(*out, tables, open_by_track);
  const SeriesInput series{std::span(&batch, 1), tables, out->slice_count};
  BuiltInstants instants = build_instants(series);
  out->instants = std::move(instants.instants);
  out->memory = std::move(instants.memory);
  out->counters = build_counters(series);
  add_links(*out);
  add_extents(*out, now_ns);
  out->only_device = only_device_of(out->tracks);
  add_counts(*out, batch);
  return out;
}

}  // namespace lanescope

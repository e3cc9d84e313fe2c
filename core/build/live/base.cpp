#include "core/build/live/base.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
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

}  // namespace lanescope

#include "core/analysis/flame/join.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;
constexpr std::uint32_t kOnTheWay = 0xFFFFFFFEU;
constexpr std::size_t kNoSweep = static_cast<std::size_t>(-1);

class Joiner {
 public:
  Joiner(const Snapshot& snapshot, const std::vector<std::unique_ptr<FlameSweep>>& sweeps,
         FlameGrower& all)
      : snapshot_(snapshot),
        sweeps_(sweeps),
        all_(all),
        places_(sweeps.size()),
        sweep_of_track_(snapshot.tracks.size(), kNoSweep) {
    for (std::size_t s = 0; s < sweeps.size(); ++s) {
      if (sweeps[s]) sweep_of_track_[index_of(sweeps[s]->track())] = s;
    }
  }

  void run() {
    // Finding places adds calls to frames, so nothing is taken over before all are known.
    for (std::size_t s = 0; s < sweeps_.size(); ++s) {
      for (std::uint32_t node = 0; sweeps_[s] && node < sweeps_[s]->grower().size(); ++node)
        find_place({s, node});
    }
    for (std::size_t s = 0; s < sweeps_.size(); ++s) {
      if (sweeps_[s]) all_.graft(sweeps_[s]->grower(), places_[s]);
    }
  }

 private:
  struct Spot {
    std::size_t sweep = 0;
    std::uint32_t node = 0;
  };

  std::uint32_t& place(Spot spot) {
    std::vector<std::uint32_t>& places = places_[spot.sweep];
    if (spot.node >= places.size()) places.resize(sweeps_[spot.sweep]->grower().size(), kUnknown);
    return places[spot.node];
  }

  /// What a node stands below; a root where that is not known.
  Spot around(Spot spot) {
    const FlameGrower& grower = sweeps_[spot.sweep]->grower();
    const FlameGrower::Frame& frame = grower.frame(spot.node);
    if (frame.what != FlameFrame::Forward) return {spot.sweep, grower.parent(spot.node)};
    const EventId forward{index_of(frame.name)};
    const std::size_t sweep = sweep_of_track_[index_of(snapshot_.find_slice(forward)->track->id)];
    if (sweep == kNoSweep) return {spot.sweep, 0};
    return {sweep, sweeps_[sweep]->node_of(forward)};
  }

  void find_place(Spot spot) {
    way_.assign(1, spot);
    while (!way_.empty()) {
      const Spot at = way_.back();
      if (at.node == 0) place(at) = 0;
      if (place(at) < kOnTheWay) {
        way_.pop_back();
        continue;
      }
      const Spot up = around(at);
      const std::uint32_t there = up.node == 0 ? 0 : place(up);
      if (there == kUnknown) {
        place(at) = kOnTheWay;
        way_.push_back(up);
      } else {
        place(at) = below(at, there == kOnTheWay ? 0 : there);
      }
    }
  }

  std::uint32_t below(Spot spot, std::uint32_t around) {
    const FlameGrower::Frame& frame = sweeps_[spot.sweep]->grower().frame(spot.node);
    return frame.what == FlameFrame::Forward ? around : all_.child(around, frame);
  }

  const Snapshot& snapshot_;
  const std::vector<std::unique_ptr<FlameSweep>>& sweeps_;
  FlameGrower& all_;
  std::vector<std::vector<std::uint32_t>> places_;  // in `all_`, by sweep and node
  std::vector<std::size_t> sweep_of_track_;
  std::vector<Spot> way_;
};

}  // namespace

void join_at_forward(const Snapshot& snapshot,
                     const std::vector<std::unique_ptr<FlameSweep>>& sweeps, FlameGrower& all) {
  Joiner(snapshot, sweeps, all).run();
}

}  // namespace lanescope

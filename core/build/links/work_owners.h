// WorkOwners: which process launched all that a GPU's stream, or else its device, is known to hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/check.h"
#include "core/store/snapshot.h"

namespace lanescope {

class WorkOwners {
 public:
  explicit WorkOwners(std::span<const Track> tracks) : tracks_(tracks), streams_(tracks.size()) {}

  /// Work on `stream` was launched from `host`.
  void note(TrackId stream, TrackId host) {
    LANESCOPE_CHECK(index_of(stream) < tracks_.size() && index_of(host) < tracks_.size(),
                    "two of {} tracks, not {} and {}", tracks_.size(), stream, host);
    const StringId process = tracks_[index_of(host)].process;
    streams_[index_of(stream)].note(process);
    device(tracks_[index_of(stream)].device).note(process);
  }

  /// nullopt: nothing is known, or several processes launched to both. Cost: the devices.
  [[nodiscard]] std::optional<StringId> owner_of(TrackId stream) const {
    const Owner& own = streams_[index_of(stream)];
    if (own.process) return own.only();
    const auto at = std::ranges::find(devices_, tracks_[index_of(stream)].device, &Device::number);
    return at == devices_.end() ? std::nullopt : at->owner.only();
  }

 private:
  struct Owner {
    std::optional<StringId> process;
    bool is_one_of_several = false;

    void note(StringId by) {
      is_one_of_several |= process && *process != by;
      process = by;
    }
    [[nodiscard]] std::optional<StringId> only() const {
      return is_one_of_several ? std::nullopt : process;
    }
  };
  struct Device {
    std::int64_t number = -1;
    Owner owner;
  };

  Owner& device(std::int64_t number) {
    const auto at = std::ranges::find(devices_, number, &Device::number);
    if (at != devices_.end()) return at->owner;
    devices_.push_back({number, {}});
    return devices_.back().owner;
  }

  std::span<const Track> tracks_;
  std::vector<Owner> streams_;  // by track
  std::vector<Device> devices_;
};

}  // namespace lanescope

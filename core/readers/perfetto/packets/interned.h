// Where the interned data of a trace is, so that the arguments of an event can be read later: an id
// means what the latest packet of its sequence before the event says.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/store/place.h"

namespace lanescope::perfetto {

/// Fields of InternedData.
enum class InternedKind : std::uint16_t {
  Category = 1,
  EventName = 2,
  AnnotationName = 3,
  GraphicsContext = 23,
  GpuSpecification = 24,
  AnnotationString = 29,
  GpuCounterDescriptor = 47,
  ComputeKernel = 1000,
  ComputeArgumentName = 1001,
};

/// Where a packet is in the order of the file: its offset, and for a packet inside a compressed one
/// the offset of that and its own.
struct FileOrder {
  std::uint64_t in_file = 0, in_bundle = 0;
  friend auto operator<=>(const FileOrder&, const FileOrder&) = default;
};

class InternedPlaces {
 public:
  struct Key {
    std::uint32_t sequence = 0;
    InternedKind kind{};
    std::uint64_t id = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  /// In the order of the file. `message` is where the entry is.
  void add(const Key& key, FileOrder order, Place message) {
    entries_.push_back({key, order, message});
  }
  /// Call once, before find().
  void sort();
  /// What the id meant for the packet at `order`.
  [[nodiscard]] std::optional<Place> find(const Key& key, FileOrder order) const;

 private:
  struct Entry {
    Key key;
    FileOrder order;
    Place message;
    friend auto operator<=>(const Entry& a, const Entry& b) {
      if (const auto keys = a.key <=> b.key; keys != 0) return keys;
      return a.order <=> b.order;
    }
    friend bool operator==(const Entry& a, const Entry& b) { return (a <=> b) == 0; }
  };
  std::vector<Entry> entries_;
};

}  // namespace lanescope::perfetto

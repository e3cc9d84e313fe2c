// Strong index types, one per table, so that a track number cannot be passed as an event. Plain
// enums cost nothing, and sort, hash and compare like the integers they are.
#pragma once

#include <cstdint>
#include <type_traits>

namespace lanescope {

/// Names, categories, track names: an index into StringTable. 0 is the empty string.
enum class StringId : std::uint32_t { Empty = 0 };

/// A track (a thread, a stream, an async group): an index into Snapshot::tracks.
enum class TrackId : std::uint32_t { None = 0xFFFFFFFFU };

/// An event that the user can select, stable for a file: slices come first (0 … slice count - 1),
/// then instants.
enum class EventId : std::uint32_t { None = 0xFFFFFFFFU };

/// A category as spelled in the file: an index into Snapshot::categories. 0 is "no category".
enum class CategoryId : std::uint16_t { None = 0 };

/// The number inside a strong index.
template <typename Id>
requires std::is_enum_v<Id>
constexpr std::underlying_type_t<Id> index_of(Id id) {
  return static_cast<std::underlying_type_t<Id>>(id);
}

}  // namespace lanescope

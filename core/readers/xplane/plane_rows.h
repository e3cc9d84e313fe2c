// Writes the lines of a plane as rows: threads of a host, streams and derived lanes of a device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/check.h"
#include "core/build/tracks/link_numbers.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/xplane/arrows.h"
#include "core/readers/xplane/index.h"
#include "core/readers/xplane/space.h"

namespace lanescope {

/// What the planes of one file share.
struct XPlaneRows {
  std::string_view file;  // its bytes, of which all others are part
  std::string_view host;  // its name; may be empty
  RowSink& sink;
  XPlaneIndex& index;
  XArrows& arrows;
  LinkNumbers& links;
  Ns latest_line_ns = 0;  // the largest time from which a line counts
  bool whole = true;      // false: a plane or a line is damaged, and may lack events
  /// Names that events refer to by number and their planes do not have.
  struct {
    std::uint64_t count = 0, first_offset = 0;
    std::string first;
  } missing_texts = {};

  [[nodiscard]] std::uint64_t offset_of(std::string_view part) const {
    LANESCOPE_SLOW_CHECK(
        part.data() >= file.data() && part.data() + part.size() <= file.data() + file.size(),
        "a part of the file, not {} bytes elsewhere", part.size());
    return static_cast<std::uint64_t>(part.data() - file.data());
  }
  [[nodiscard]] Place place_of(std::string_view part) const {
    return {offset_of(part), part.size()};
  }
  /// `part` is damaged; what is behind the damage in it is unknown.
  void note_damage(std::string_view part, std::string_view name) {
    sink.issue(Issue::DamagedChunk, offset_of(part), name);
    whole = false;
  }
  /// `what`, "stat 7" of `plane`, is what the event at `offset` refers to.
  void note_missing_text(std::uint64_t offset, std::string_view what, std::uint64_t number,
                         std::string_view plane);
  /// Call once, at the end.
  void report_missing_texts() const;
};

/// `message`: what the plane was read from. Of a plane in which the file ends, the events that are
/// whole; where the tables of names are behind the end, they are named by numbers.
void write_plane(const XPlane& plane, std::string_view message, XPlaneRows& rows);

}  // namespace lanescope

// Writes the lines of a plane as rows: threads of a host, streams and derived lanes of a device.
#pragma once

#include <cstdint>
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
};

/// `message`: what the plane was read from.
void write_plane(const XPlane& plane, std::string_view message, XPlaneRows& rows);

}  // namespace lanescope

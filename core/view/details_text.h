// DetailsModel as the sections and lines of the Details pane.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/view/details_model.h"

namespace lanescope {

enum class DetailStyle : std::uint8_t {
  Normal,  // key dim at the left, value bright at the right
  Code,    // value in the monospaced font
  Link,    // `link` can be clicked; the key is the link's text, the value explains it
  Faint,   // frames of libraries, notes on what is missing
};

struct DetailLine {
  std::string key;
  std::string value;
  DetailStyle style = DetailStyle::Normal;
  EventId link = EventId::None;
  std::string exact;  // for hover and copying: the exact nanoseconds or the whole text; empty: the
                      // value itself
};

struct DetailSection {
  std::string title;  // "LAUNCHED BY"; empty for the first
  std::vector<DetailLine> lines;
};

struct DetailsText {
  std::string title;     // the short name
  std::string subtitle;  // "kernel 4 of 318 of this name · stream 7"
  std::vector<DetailSection> sections;
};

DetailsText details_text(const Snapshot& snapshot, const DetailsModel& model);

/// All of it as plain text, for the clipboard.
std::string details_plain_text(const DetailsText& text);

}  // namespace lanescope

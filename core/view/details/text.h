// DetailsModel as the sections and lines of the Details pane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/view/details/model.h"

namespace lanescope {

enum class DetailStyle : std::uint8_t {
  Normal,  // key dim at the left, value bright at the right
  Code,    // value in the monospaced font
  Link,    // `link` can be clicked; the key is the link's text, the value explains it
  Frame,   // a frame of the user's own: the key moves the view, the value opens the source
  Faint,   // frames of libraries, notes on what is missing
};

/// A place in a source file.
struct DetailSource {
  std::string file;  // as in the trace; empty: none
  std::int64_t line = 0;
};

/// One of several links on a line.
struct DetailPart {
  std::string text;
  EventId link = EventId::None;
};

struct DetailLine {
  std::string key;
  std::string value;
  DetailStyle style = DetailStyle::Normal;
  EventId link = EventId::None;
  std::string exact;  // for hover and copying: the exact nanoseconds or the whole text; empty: the
                      // value itself
  DetailSource source;
  std::vector<DetailPart> parts;  // of a path; the value is all of it
};

struct DetailSection {
  std::string title;  // "LAUNCHED BY"; empty for the first
  std::vector<DetailLine> lines;
  /// A long list shows so many lines until it is asked for all; SIZE_MAX: it shows all.
  std::size_t lines_at_first = SIZE_MAX;
};

struct DetailsText {
  std::string title;     // the short name
  std::string subtitle;  // "kernel 4 of 318 of this name · stream 7"
  std::vector<DetailSection> sections;
  std::string full_title;  // the name as in the file; empty: the title itself

  void section(const char* head) { sections.push_back({head, {}}); }
  /// Behind the others of the last section; good until the next line.
  DetailLine& line(std::string key, std::string value, DetailStyle style = DetailStyle::Normal,
                   EventId link = EventId::None);
  /// Rounded, with the exact time for hover and copying.
  void time_line(std::string key, std::string value, Ns exact_ns);
};

DetailsText details_text(const Snapshot& snapshot, const DetailsModel& model);

/// All of it as plain text, for the clipboard.
std::string details_plain_text(const DetailsText& text);

/// Where the source is that led to an event: the frame itself, else the innermost frame of the
/// user's own, else the innermost that has a file. No file: nowhere.
DetailSource source_of(const DetailsModel& model);

}  // namespace lanescope

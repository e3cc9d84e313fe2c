// A DetailsModel as the sections and lines of the Details pane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/view/details/model.h"

namespace lanescope {

enum class DetailStyle : std::uint8_t {
  Normal,  // dim key on the left, bright value on the right
  Code,    // value in the monospaced font
  Link,    // `link` is clickable; the key is the link's text, the value explains it
  Frame,   // a user code frame: the key moves the view, the value opens the source
  Faint,   // library frames, notes on missing data
};

/// A location in a source file.
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
  std::string exact;  // for hover and copy: exact nanoseconds or the full text; empty: same
                      // as the value
  DetailSource source;
  std::vector<DetailPart> parts;  // of a path; the value is the whole path
  std::uint32_t differs_at = 0;   // of a link: the byte of `key` that must stay visible
};

struct DetailSection {
  std::string title;  // "LAUNCHED BY"; empty for the first
  std::vector<DetailLine> lines;
  /// A long list shows this many lines until expanded; SIZE_MAX: it always shows all.
  std::size_t lines_at_first = SIZE_MAX;
};

struct DetailsText {
  std::string title;     // the short name
  std::string subtitle;  // "kernel 4 of 318 with this name · stream 7"
  std::vector<DetailSection> sections;
  std::string full_title;  // the name as in the file; empty: same as the title

  void section(const char* head) { sections.push_back({head, {}}); }
  /// Appends to the last section. The reference is valid until the next line is added.
  DetailLine& line(std::string key, std::string value, DetailStyle style = DetailStyle::Normal,
                   EventId link = EventId::None);
  /// A rounded time, with the exact one for hover and copy.
  void time_line(std::string key, std::string value, Ns exact_ns);
};

DetailsText details_text(const Snapshot& snapshot, const DetailsModel& model);

/// All of it as plain text, for the clipboard.
std::string details_plain_text(const DetailsText& text);

/// The source location that led to an event: the frame itself, otherwise the innermost user frame,
/// otherwise the innermost frame with a file. An empty file: none.
DetailSource source_of(const DetailsModel& model);

}  // namespace lanescope

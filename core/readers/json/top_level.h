// The JSON around the list of events: finds the list and reads the other members of the file's
// object, before and after it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/readers/json/event_slices.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A member of the top-level object: its key and its JSON text.
using RawMember = std::pair<std::string, std::string>;

/// The members around the list of events. Those written by the profiler are always kept, once each;
/// the size of others is limited, so that a file cannot fill the memory.
struct RawMembers {
  static constexpr std::size_t kMost = 4096;           // unknown members
  static constexpr std::size_t kMostBytes = 4U << 20;  // of unknown members, keys and values
  static constexpr std::size_t kLongest = 1U << 20;    // longer values are truncated

  std::vector<RawMember> list;  // in file order
  std::uint32_t known = 0;      // a bit for each known key that was found
  std::size_t unknown = 0, unknown_bytes = 0;
  std::uint64_t left_out = 0;         // number of members over the limits
  std::uint64_t left_out_offset = 0;  // text offset of the first of them
  std::string left_out_key;           // the key of the first of them
};

struct EventList {
  bool array_form = false;  // the file is a plain list
  EventSlices::Layout layout;
  std::string head;  // text read so far, from text offset 0
  RawMembers members;
};

/// Reads until the list of events begins and the text between its first two events is known. Error:
/// WrongFormat if there is no such list.
Result<EventList> find_event_list(ByteSource& source);

struct Tail {
  bool complete = false;  // the file's object is closed, or too long to tell; true for a plain list
  std::uint64_t text_end = 0;       // text offset up to which it was read
  std::uint64_t second_list = 0;    // text offset of a second list of events, which is ignored
  std::uint64_t unread_events = 0;  // events in such lists, as far as read
  std::uint64_t text_after = 0;     // text offset of what follows the trace without events; 0: none
  std::string text_after_head;      // how it begins
};

/// Reads what follows the list's ']' at `list_end`; appends to `members`. After malformed JSON,
/// reading continues at the next known key.
Tail read_tail(ByteSource& source, std::uint64_t list_end, bool array_form, RawMembers& members);

/// Base time, devices, distributed info, and everything else as metadata. For duplicates of the
/// first three, the first counts.
void describe(const std::vector<RawMember>& members, TraceInfo& info);

}  // namespace lanescope

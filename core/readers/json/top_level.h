// What stands around the list of events: finds the list, and reads the other members of the file's
// object, which may come before it, after it, or both.
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

/// The members that stand around the list of events. What the profiler writes is always kept, once;
/// of anything else only so much that a file cannot fill the memory with it.
struct RawMembers {
  static constexpr std::size_t kMost = 4096;           // unknown ones
  static constexpr std::size_t kMostBytes = 4U << 20;  // theirs together, keys and values
  static constexpr std::size_t kLongest = 1U << 20;    // longer values are cut

  std::vector<RawMember> list;  // in the order of the file
  std::uint32_t known = 0;      // a bit for each known key that was met
  std::size_t unknown = 0, unknown_bytes = 0;
  std::uint64_t left_out = 0;         // so many were too much
  std::uint64_t left_out_offset = 0;  // text offset of the first of them
  std::string left_out_key;           // and what it is called
};

struct EventList {
  bool array_form = false;  // the file is a bare list
  EventSlices::Layout layout;
  std::string head;  // text read so far, from text offset 0
  RawMembers members;
};

/// Reads ahead until the list of events begins and the text between its first two events is known.
/// Error WrongFormat when there is no such list.
Result<EventList> find_event_list(ByteSource& source);

struct Tail {
  bool complete = false;            // the file's object is closed
  std::uint64_t text_end = 0;       // text offset of the end, as far as it was read
  std::uint64_t second_list = 0;    // text offset of another list of events, which nobody reads
  std::uint64_t unread_events = 0;  // so many are in such lists, as far as they were read
};

/// Reads what follows the list's ']' at `list_end`; appends to `members`. A member whose JSON is
/// broken is left out.
Tail read_tail(ByteSource& source, std::uint64_t list_end, bool array_form, RawMembers& members);

/// Base time, devices, distributed info, and everything else as metadata. Of equal keys the first
/// one stands.
void describe(const std::vector<RawMember>& members, TraceInfo& info);

}  // namespace lanescope

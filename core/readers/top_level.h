// What stands around the list of events: finds the list, and reads the other members of the file's
// object, which may come before it, after it, or both.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/byte_source.h"
#include "core/base/result.h"
#include "core/readers/event_slices.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A member of the top-level object: its key and its JSON text.
using RawMember = std::pair<std::string, std::string>;

struct EventList {
  bool array_form = false;  // the file is a bare list
  EventSlices::Layout layout;
  std::string head;  // text read so far, from text offset 0
  std::vector<RawMember> members;
};

/// Reads ahead until the list of events begins and the text between its first two events is known.
/// Error WrongFormat when there is no such list.
Result<EventList> find_event_list(ByteSource& source);

struct Tail {
  bool complete = false;          // the file's object is closed
  std::uint64_t text_end = 0;     // text offset of the end, as far as it was read
  std::uint64_t second_list = 0;  // text offset of another list of events, which nobody reads
};

/// Reads what follows the list's ']' at `list_end`; appends to `members`. A member whose JSON is
/// broken is left out.
Tail read_tail(ByteSource& source, std::uint64_t list_end, bool array_form,
               std::vector<RawMember>& members);

/// Base time, devices, distributed info, and everything else as metadata. Of equal keys the first
/// one stands.
void describe(const std::vector<RawMember>& members, TraceInfo& info);

}  // namespace lanescope

// The members of one event that loading needs, as raw tokens of the text.
#pragma once

#include <string_view>

namespace lanescope {

struct EventFields {
  std::string_view phase, category, name, process, thread, time, duration, id, scope;
  // In args:
  std::string_view correlation, external_id, python_id, collective, device, stream;
  std::string_view device_type, device_id, address, bytes, allocated, reserved, event_index;
  std::string_view meta_name, meta_labels, meta_sort;

  bool id_is_local = false;  // counts within its process only
  std::string_view text;     // the whole event as it stands in the file
  std::string_view json;     // what the tokens above are from: the same, or repaired
};

}  // namespace lanescope

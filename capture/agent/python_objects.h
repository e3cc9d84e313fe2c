// Reads CPython's objects in this process, by their layout. Only what cannot change under the
// reader: strings, bytes and code objects that a frame of this very thread holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "capture/agent/python_layout.h"

namespace lanescope::agent {

/// The field of type T at `offset` in what `object` points to.
template <typename T>
T load_field(const void* object, std::uint16_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(object) + offset, sizeof value);
  return value;
}

/// Whether a pointer to a Python object can be one.
inline bool is_object_pointer(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address >= 4096 && address % alignof(void*) == 0;
}

/// The text of a `str`, as UTF-8: where it lies, or turned into UTF-8 in `buffer` and cut to what
/// fits. "?" for forms of string that no code object has.
std::string_view python_text(const PythonLayout& layout, const void* object, char* buffer,
                             std::size_t buffer_bytes);

/// The contents of a `bytes`.
inline std::string_view python_bytes(const PythonLayout& layout, const void* object) {
  if (!is_object_pointer(object)) return {};
  const auto length = load_field<std::int64_t>(object, layout.bytes_length);
  if (length <= 0) return {};
  return {static_cast<const char*>(object) + layout.bytes_data, static_cast<std::size_t>(length)};
}

}  // namespace lanescope::agent

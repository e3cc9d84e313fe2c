// Reads CPython's objects in this process, by their layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "capture/agent/process/own_memory.h"
#include "capture/agent/python/layout.h"

namespace lanescope::agent {

/// The field of type T at `offset` in what `object` points to, which is certainly there.
template <typename T>
T load_field(const void* object, std::uint16_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(object) + offset, sizeof value);
  return value;
}

/// The same for what may be gone, or may never have been such an object.
template <typename T>
std::optional<T> copy_field(const void* object, std::uint16_t offset, Forbidden forbidden) {
  T value;
  if (!copy_memory(&value, static_cast<const char*>(object) + offset, sizeof value, forbidden))
    return {};
  return value;
}

/// Whether a pointer to a Python object can be one.
inline bool is_object_pointer(const void* pointer) {
  return is_address(pointer) && reinterpret_cast<std::uintptr_t>(pointer) % alignof(void*) == 0;
}

/// Memory to put texts together in.
struct TextRoom {
  char* text;  // of the result
  std::size_t text_bytes;
  char* wide;  // of characters that are not ASCII, as Python keeps them
  std::size_t wide_bytes;
};

/// The text of a `str` as UTF-8 in `room`, cut to what fits. "?" for forms of string that no code
/// object has; nothing where there is no string to read.
std::optional<std::string_view> python_text(const PythonLayout& layout, const void* object,
                                            const TextRoom& room, Forbidden forbidden);

/// The contents of a `bytes` in `to`, cut to what fits. `is_cut` says so.
std::optional<std::string_view> python_bytes(const PythonLayout& layout, const void* object,
                                             char* to, std::size_t most, bool& is_cut,
                                             Forbidden forbidden);

}  // namespace lanescope::agent

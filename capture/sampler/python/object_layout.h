// Where CPython keeps what leads from an interpreter to the name of a thread: modules,
// dictionaries, the attributes of an object. Offsets are in bytes for 64-bit builds. Sources:
// Include/object.h, cpython/object.h, cpython/dictobject.h, internal/pycore_dict.h, pycore_interp.h
// and pycore_object.h of each version, for 3.10 also Objects/dict-common.h. The same in all patch
// releases; from 3.13 on, the interpreter reports those that differ between builds.
#pragma once

#include <cstdint>

namespace lanescope {

/// How an object of a class that is written in Python keeps its attributes.
enum class AttributeStore : std::uint8_t {
  Dict,          // 3.10: a pointer to its dictionary
  Values,        // 3.11: a pointer to the values of the class's keys, or to a dictionary
  TaggedValues,  // 3.12: one pointer, odd if it is to values
  InlineValues,  // from 3.13 on: values behind the object, or a pointer to a dictionary
};

/// The default values are those of 3.10.
struct ObjectLayout {
  std::uint32_t interpreter_modules = 856;  // sys.modules
  std::uint16_t module_dict = 16;           // what follows the head that each object has

  std::uint16_t dict_keys = 32, dict_values = 40;  // pointers; values: null in most dictionaries
  // In the keys of a dictionary. 3.10 has the number of slots, later versions logarithms.
  bool has_log_sizes = false;
  std::uint16_t keys_size = 8, keys_log_index_bytes = 9, keys_kind = 10;
  std::uint16_t keys_count = 32, keys_indices = 40;
  std::uint16_t values_begin = 0;  // of the first value, behind a head from 3.13 on

  AttributeStore attributes = AttributeStore::Dict;
  std::int16_t managed_dict = -24;  // from the object, also of the tagged pointer
  std::int16_t managed_values = -32;
  std::uint16_t type_name = 24, type_basic_size = 32, type_flags = 168, type_dict_offset = 288;
  std::uint16_t type_cached_keys = 872;  // of the attributes that its objects share
};

/// For 3.10 to 3.12; later versions: what they do not report. `version`: 0x030B.
ObjectLayout object_layout(std::uint16_t version);

/// What an interpreter from 3.13 on reports of itself.
struct ReportedObjects {
  std::uint64_t interpreter_modules = 0;
  std::uint64_t object_size = 0;
  std::uint64_t type_size = 0, type_name = 0, type_flags = 0;
  std::uint64_t dict_keys = 0, dict_values = 0;
  bool is_without_gil = false;
};
/// False: it cannot be right, and no names are to be read.
bool take_reported(const ReportedObjects& reported, ObjectLayout& layout);

}  // namespace lanescope

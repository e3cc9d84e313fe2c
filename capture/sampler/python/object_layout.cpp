#include "capture/sampler/python/object_layout.h"

namespace lanescope {
namespace {

constexpr std::uint16_t kPointer = sizeof(void*);
/// The structs between a type and the keys that its objects share (PyHeapTypeObject): those of
/// functions for async, numbers, mappings, sequences and buffers, and three names.
constexpr std::uint16_t kTypeToCachedKeys = 464;
/// From the name of a type to the place of its objects' dictionary.
constexpr std::uint16_t kNameToDictOffset = 264;

}  // namespace

ObjectLayout object_layout(std::uint16_t version) {
  ObjectLayout layout;
  if (version <= 0x030A) return layout;
  layout.has_log_sizes = true;
  layout.keys_count = 24;
  layout.keys_indices = 32;
  if (version == 0x030B) {
    layout.interpreter_modules = 888;
    layout.attributes = AttributeStore::Values;
    return layout;
  }
  layout.interpreter_modules = 944;
  layout.type_cached_keys = 880;
  layout.attributes = AttributeStore::TaggedValues;
  if (version == 0x030C) return layout;
  layout.attributes = AttributeStore::InlineValues;
  layout.values_begin = 8;
  return layout;
}

bool take_reported(const ReportedObjects& reported, ObjectLayout& layout) {
  constexpr std::uint64_t kLargestInterpreter = 16U << 20, kLargestType = 4096;
  const bool is_likely =
      reported.interpreter_modules < kLargestInterpreter && reported.object_size >= 2 * kPointer &&
      reported.object_size <= 8 * kPointer && reported.type_size <= kLargestType &&
      reported.type_name < reported.type_flags && reported.type_flags < reported.type_size &&
      reported.dict_keys < kLargestType && reported.dict_values < kLargestType;
  if (!is_likely) return false;
  layout.interpreter_modules = static_cast<std::uint32_t>(reported.interpreter_modules);
  layout.module_dict = static_cast<std::uint16_t>(reported.object_size);
  layout.dict_keys = static_cast<std::uint16_t>(reported.dict_keys);
  layout.dict_values = static_cast<std::uint16_t>(reported.dict_values);
  layout.type_name = static_cast<std::uint16_t>(reported.type_name);
  layout.type_basic_size = static_cast<std::uint16_t>(reported.type_name + kPointer);
  layout.type_flags = static_cast<std::uint16_t>(reported.type_flags);
  layout.type_dict_offset = static_cast<std::uint16_t>(reported.type_name + kNameToDictOffset);
  layout.type_cached_keys = static_cast<std::uint16_t>(reported.type_size + kTypeToCachedKeys);
  // Builds without the GIL have no head of the garbage collector in front of objects.
  if (reported.is_without_gil) layout.managed_dict = -std::int16_t{kPointer};
  return true;
}

}  // namespace lanescope

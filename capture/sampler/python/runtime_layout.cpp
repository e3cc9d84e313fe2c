#include "capture/sampler/python/runtime_layout.h"

#include <algorithm>
#include <type_traits>

namespace lanescope {
namespace {

constexpr std::uint16_t kPointer = sizeof(void*);

RuntimeLayout runtime_3_10() {
  return {.first_interpreter = 32,
          .runtime_gil = 352,
          .first_thread = 8,
          .thread_id = 176,
          .thread_bytes = 184,
          .frame_bytes = 112,
          .frame_locals = 352,
          .frame_state = 108,
          .frame_generator = 88};
}

RuntimeLayout runtime_3_11() {
  return {.runtime_gil = 360,
          .first_thread = 16,
          .thread_id = 152,
          .thread_native_id = 160,
          .thread_bytes = 168,
          .frame_depth = 64,
          .frame_is_entry = 68,
          .code_units = 16};
}

RuntimeLayout runtime_3_12() {
  return {.first_thread = 72,
          .gil_pointer = 384,
          .thread_id = 136,
          .thread_native_id = 144,
          .thread_bytes = 152,
          .frame_depth = 64,
          .code_units = 16};
}

/// Copies offsets one by one and checks that each is within its struct.
class OffsetReader {
 public:
  void take(auto& field, std::uint64_t offset, std::uint64_t struct_bytes) {
    constexpr std::uint64_t kLargestStruct = 16U << 20;
    good_ = good_ && struct_bytes <= kLargestStruct && offset < struct_bytes;
    field = static_cast<std::remove_reference_t<decltype(field)>>(offset);
    good_ = good_ && field == offset;
  }
  [[nodiscard]] bool good() const { return good_; }

 private:
  bool good_ = true;
};

void take_gil(const PythonGilOffsets& from, RuntimeLayout& to, OffsetReader& reader) {
  if (to.is_without_gil) {
    to.gil_bytes += kPointer;  // it begins with its switch
    reader.take(to.gil_enabled, from.enabled, to.gil_bytes);
  }
  reader.take(to.gil_locked, from.locked - from.own, to.gil_bytes);
  reader.take(to.gil_last_holder, from.last_holder - from.own, to.gil_bytes);
}

template <typename Offsets>
bool take_offsets(const Offsets& from, RemotePythonLayout& layout) {
  RuntimeLayout& to = layout.runtime;
  OffsetReader reader;
  const auto& interpreter = from.interpreter;
  reader.take(to.first_interpreter, from.runtime.first_interpreter, from.runtime.size);
  reader.take(to.interpreter_next, interpreter.next, interpreter.size);
  reader.take(to.first_thread, interpreter.first_thread, interpreter.size);
  reader.take(to.gil_pointer, interpreter.gil.pointer, interpreter.size);
  constexpr std::uint64_t kMostFrameBytes = 1024;  // the locals are behind its fixed part
  reader.take(to.frame_locals, from.frame.locals, kMostFrameBytes);
  to.is_without_gil = from.head.free_threaded != 0;
  take_gil(interpreter.gil, to, reader);
  reader.take(to.thread_next, from.thread.next, from.thread.size);
  reader.take(to.thread_interpreter, from.thread.interpreter, from.thread.size);
  reader.take(to.thread_id, from.thread.thread_id, from.thread.size);
  reader.take(to.thread_native_id, from.thread.native_thread_id, from.thread.size);
  if constexpr (requires { from.code_thread_bytecode; }) {
    if (to.is_without_gil) reader.take(to.code_copies, from.code_thread_bytecode, from.code.size);
  }
  layout.has_objects = take_reported({.interpreter_modules = interpreter.modules,
                                      .object_size = from.object.size,
                                      .type_size = from.type_object[0],
                                      .type_name = from.type_object[1],
                                      .type_flags = from.type_object[3],
                                      .dict_keys = from.dict[1],
                                      .dict_values = from.dict[2],
                                      .is_without_gil = to.is_without_gil},
                                     layout.objects);
  return reader.good();
}

/// Up to the last field that is read, of a thread state and of a frame.
void measure(RemotePythonLayout& layout) {
  const PythonLayout& python = layout.python;
  RuntimeLayout& to = layout.runtime;
  to.thread_bytes =
      static_cast<std::uint16_t>(std::max({to.thread_next, to.thread_interpreter, to.thread_id,
                                           to.thread_native_id, python.thread_frame}) +
                                 kPointer);
  to.frame_bytes =
      static_cast<std::uint16_t>(std::max({python.frame_code, python.frame_previous,
                                           python.frame_instruction, python.frame_owner}) +
                                 kPointer);
}

bool read_declared(const void* offsets, RemotePythonLayout& layout) {
  RuntimeLayout& to = layout.runtime;
  const PythonLayout& python = layout.python;
  const bool is_3_13 = python.version == 0x030D;
  const bool is_good =
      is_3_13 ? take_offsets(*static_cast<const PythonDebugOffsets_3_13*>(offsets), layout)
              : take_offsets(*static_cast<const PythonDebugOffsets_3_14*>(offsets), layout);
  measure(layout);
  // Not reported: known for builds whose frames are otherwise as in the released ones.
  if (is_3_13 && python.frame_owner == 70 && !to.is_without_gil) to.frame_depth = 64;
  // The number of instructions is the size of the object, which follows the type.
  to.code_units = static_cast<std::uint16_t>(python.object_type + kPointer);
  return is_good;
}

}  // namespace

RemoteLayoutChoice choose_remote_layout(std::uint16_t version, const void* offsets) {
  const PythonLayoutChoice python = choose_python_layout(version, offsets, WithoutGil::Accepted);
  RemoteLayoutChoice choice{
      .layout = {.python = python.layout, .runtime = {}, .objects = object_layout(version)},
      .refused = python.refused};
  if (choice.refused != nullptr) return choice;
  if (version == 0x030A) choice.layout.runtime = runtime_3_10();
  if (version == 0x030B) choice.layout.runtime = runtime_3_11();
  if (version == 0x030C) choice.layout.runtime = runtime_3_12();
  if (version >= 0x030D && !read_declared(offsets, choice.layout))
    choice.refused = "Python's description of its threads is invalid";
  return choice;
}

}  // namespace lanescope

#include "capture/python_layout/layout.h"

#include <cstring>

namespace lanescope {
namespace {

/// 0x030B for "3.11.2…"; 0 if it does not start with a version.
std::uint16_t version_of(const char* text) {
  unsigned parts[2] = {0, 0};
  for (unsigned& part : parts) {
    if (*text < '0' || *text > '9') return 0;
    for (; *text >= '0' && *text <= '9' && part < 100; ++text) {
      part = part * 10 + static_cast<unsigned>(*text - '0');
    }
    if (*text == '.') ++text;
  }
  return parts[0] > 0xFF || parts[1] > 0xFF ? std::uint16_t{0}
                                            : static_cast<std::uint16_t>(parts[0] << 8 | parts[1]);
}

/// Copies offsets one by one and checks that each is within its struct.
class OffsetReader {
 public:
  void take(std::uint16_t& field, std::uint64_t offset, std::uint64_t struct_bytes) {
    constexpr std::uint64_t kLargestStruct = 4096;
    good_ = good_ && struct_bytes <= kLargestStruct && offset < struct_bytes;
    field = static_cast<std::uint16_t>(offset);
  }
  /// The offset of what follows a struct's fixed part.
  void take_end(std::uint16_t& field, std::uint64_t offset) { take(field, offset, offset + 1); }

  [[nodiscard]] bool good() const { return good_; }

 private:
  bool good_ = true;
};

template <typename Offsets>
bool take_offsets(const Offsets& from, PythonLayout& layout) {
  OffsetReader reader;
  reader.take(layout.thread_frame, from.thread.current_frame, from.thread.size);
  reader.take(layout.frame_code, from.frame.executable, from.frame.size);
  reader.take(layout.frame_previous, from.frame.previous, from.frame.size);
  reader.take(layout.frame_instruction, from.frame.instruction, from.frame.size);
  reader.take(layout.frame_owner, from.frame.owner, from.frame.size);
  reader.take_end(layout.code_bytecode, from.code.bytecode);
  reader.take(layout.code_name, from.code.name, from.code.size);
  reader.take(layout.code_qualname, from.code.qualname, from.code.size);
  reader.take(layout.code_filename, from.code.filename, from.code.size);
  reader.take(layout.code_first_line, from.code.first_line, from.code.size);
  reader.take(layout.code_line_table, from.code.line_table, from.code.size);
  reader.take(layout.object_type, from.object.type, from.object.size);
  reader.take(layout.str_state, from.str.state, from.str.ascii_size);
  reader.take(layout.str_length, from.str.length, from.str.ascii_size);
  reader.take_end(layout.str_ascii, from.str.ascii_size);
  // In a non-ASCII string, the length and the pointer of its UTF-8 follow the ASCII head.
  reader.take_end(layout.str_wide, from.str.ascii_size + 16);
  reader.take(layout.bytes_length, from.bytes.length, from.bytes.size);
  reader.take_end(layout.bytes_data, from.bytes.data);
  return reader.good() && layout.head_bytes() <= PythonLayout::kMostHeadBytes;
}

/// Reads `offsets` in the format of the layout's version.
bool read_declared(const void* offsets, PythonLayout& layout) {
  if (layout.version == 0x030D)
    return take_offsets(*static_cast<const PythonDebugOffsets_3_13*>(offsets), layout);
  return take_offsets(*static_cast<const PythonDebugOffsets_3_14*>(offsets), layout);
}

constexpr char kWithoutGil[] = "Python without the GIL is not supported";

PythonLayoutChoice refuse(const char* why) {
  return {.layout = {}, .refused = why};
}

}  // namespace

PythonLayoutChoice choose_python_layout(std::uint16_t version, const void* offsets,
                                        WithoutGil without_gil) {
  constexpr std::uint16_t kTellsOffsets = 0x030D;
  for (const PythonLayout& known : kPythonLayouts) {
    if (known.version != version) continue;
    PythonLayoutChoice choice{.layout = known, .refused = nullptr};
    if (version < kTellsOffsets) return choice;
    const auto* const head = static_cast<const PythonDebugHead*>(offsets);
    if (head == nullptr || std::memcmp(head->cookie, "xdebugpy", 8) != 0 ||
        head->version >> 16 != version) {
      return refuse("Python does not report where it keeps its frames");
    }
    if (head->free_threaded != 0 && without_gil == WithoutGil::Refused) return refuse(kWithoutGil);
    if (!read_declared(offsets, choice.layout)) {
      return refuse("Python's description of its frames is invalid");
    }
    return choice;
  }
  return refuse("only Python 3.10 to 3.14 is supported");
}

PythonLayoutChoice choose_python_layout(const char* version_text, const void* offsets) {
  if (std::strstr(version_text, "free-threading") != nullptr) return refuse(kWithoutGil);
  return choose_python_layout(version_of(version_text), offsets, WithoutGil::Refused);
}

}  // namespace lanescope

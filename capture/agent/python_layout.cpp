#include "capture/agent/python_layout.h"

#include <cstring>

namespace lanescope::agent {
namespace {

/// "3.11.2…" as 0x030B; 0 where it does not begin so.
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

/// Takes offsets over one by one and notes whether each lies in its struct.
class OffsetTaker {
 public:
  void take(std::uint16_t& field, std::uint64_t offset, std::uint64_t struct_bytes) {
    constexpr std::uint64_t kLargestStruct = 4096;
    good_ = good_ && struct_bytes <= kLargestStruct && offset < struct_bytes;
    field = static_cast<std::uint16_t>(offset);
  }
  /// What lies behind a struct's fixed part.
  void take_end(std::uint16_t& field, std::uint64_t offset) { take(field, offset, offset + 1); }

  [[nodiscard]] bool good() const { return good_; }

 private:
  bool good_ = true;
};

bool take_offsets(const PythonDebugOffsets& from, PythonLayout& layout) {
  OffsetTaker taker;
  taker.take(layout.thread_frame, from.thread.current_frame, from.thread.size);
  taker.take(layout.frame_code, from.frame.executable, from.frame.size);
  taker.take(layout.frame_previous, from.frame.previous, from.frame.size);
  taker.take(layout.frame_instruction, from.frame.instruction, from.frame.size);
  taker.take(layout.frame_owner, from.frame.owner, from.frame.size);
  taker.take_end(layout.code_bytecode, from.code.bytecode);
  taker.take(layout.code_name, from.code.name, from.code.size);
  taker.take(layout.code_qualname, from.code.qualname, from.code.size);
  taker.take(layout.code_filename, from.code.filename, from.code.size);
  taker.take(layout.code_first_line, from.code.first_line, from.code.size);
  taker.take(layout.code_line_table, from.code.line_table, from.code.size);
  taker.take(layout.object_type, from.object.type, from.object.size);
  taker.take(layout.str_state, from.str.state, from.str.ascii_size);
  taker.take(layout.str_length, from.str.length, from.str.ascii_size);
  taker.take_end(layout.str_ascii, from.str.ascii_size);
  // Behind an ASCII string's head come the length and the pointer of its UTF-8.
  taker.take_end(layout.str_wide, from.str.ascii_size + 16);
  taker.take(layout.bytes_length, from.bytes.length, from.bytes.size);
  taker.take_end(layout.bytes_data, from.bytes.data);
  return taker.good();
}

PythonLayoutChoice refuse(const char* why) {
  return {.layout = {}, .refused = why};
}

}  // namespace

PythonLayoutChoice choose_python_layout(const char* version_text,
                                        const PythonDebugOffsets* offsets) {
  constexpr std::uint16_t kTellsOffsets = 0x030D;
  if (std::strstr(version_text, "free-threading") != nullptr) {
    return refuse("Python without the GIL is not supported");
  }
  const std::uint16_t version = version_of(version_text);
  for (const PythonLayout& known : kPythonLayouts) {
    if (known.version != version) continue;
    PythonLayoutChoice choice{.layout = known, .refused = nullptr};
    if (version < kTellsOffsets) return choice;
    if (offsets == nullptr || std::memcmp(offsets->cookie, "xdebugpy", 8) != 0 ||
        offsets->version >> 16 != version) {
      return refuse("Python does not tell where it keeps its frames");
    }
    if (offsets->free_threaded != 0) return refuse("Python without the GIL is not supported");
    if (!take_offsets(*offsets, choice.layout)) {
      return refuse("what Python tells of its frames makes no sense");
    }
    return choice;
  }
  return refuse("only Python 3.10 to 3.13 is known");
}

}  // namespace lanescope::agent

#include "capture/agent/python/walk.h"

#include <algorithm>
#include <limits>

#include "capture/agent/check.h"
#include "capture/agent/process/utf8.h"

namespace lanescope::agent {
namespace {

// The bits of PyASCIIObject.state.
constexpr unsigned kKindShift = 2, kKindMask = 7;
constexpr std::uint32_t kCompact = 1U << 5, kAscii = 1U << 6;

std::uint32_t code_point(const char* data, unsigned width, std::size_t index) {
  std::uint32_t point = 0;
  std::memcpy(&point, data + index * width, width);
  return point;
}

const char* inside(const void* object, std::uint16_t offset) {
  return static_cast<const char*>(object) + offset;
}

/// Reads frames in place; they stay valid.
struct StraightFrames {
  template <typename T>
  bool load(T& to, const void* object, std::uint16_t offset) const {
    to = load_field<T>(object, offset);
    return true;
  }
};

/// Reads copies of frames that may be freed: whole pages, since a thread's frames are close
/// together. The pages of the previous walk are copied all at once, since they usually contain most
/// of this one. Reading something twice gives the same value.
class CopiedFrames {
 public:
  explicit CopiedFrames(PythonStacks& stacks) : stacks_(stacks) {
    iovec pieces[PythonStacks::kPages];
    for (std::size_t at = 0; at < stacks.page_count; ++at)
      pieces[at] = {reinterpret_cast<void*>(stacks.pages[at]), PythonStacks::kPageBytes};
    if (stacks.page_count != 0)
      stacks.page_count =
          copy_pieces(pieces, stacks.page_count, stacks.page_bytes, Forbidden::GiveUp) / kBytes;
  }
  template <typename T>
  bool load(T& to, const void* object, std::uint16_t offset) {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(object) + offset;
    const std::uintptr_t page = at & ~(kBytes - 1);
    const std::size_t within = at - page;
    // No field of a properly allocated frame crosses a page boundary.
    if (within + sizeof to > kBytes) return false;
    const std::optional<std::size_t> copy = find(page);
    if (!copy) return false;
    std::memcpy(&to, stacks_.page_bytes[*copy] + within, sizeof to);
    return true;
  }

 private:
  static constexpr std::uintptr_t kBytes = PythonStacks::kPageBytes;

  std::optional<std::size_t> find(std::uintptr_t page) {
    for (std::size_t at = 0; at < stacks_.page_count; ++at) {
      if (stacks_.pages[at] == page) return at;
    }
    const std::size_t to = stacks_.page_count < PythonStacks::kPages
                               ? stacks_.page_count
                               : stacks_.next_page++ % PythonStacks::kPages;
    stacks_.pages[to] = 0;
    if (!copy_memory(stacks_.page_bytes[to], reinterpret_cast<const void*>(page), kBytes,
                     Forbidden::GiveUp))
      return {};
    stacks_.pages[to] = page;
    if (to == stacks_.page_count) ++stacks_.page_count;
    return to;
  }

  PythonStacks& stacks_;
};

/// `head` is the memory at head_begin() of the code object, or a copy of it.
CodeIdentity identity_of(const PythonLayout& layout, const void* code, const char* head) {
  const auto field = [&layout](std::uint16_t offset) {
    return static_cast<std::uint16_t>(offset - layout.head_begin());
  };
  return {.code = code,
          .file = load_field<const void*>(head, field(layout.code_filename)),
          .name = load_field<const void*>(head, field(layout.code_name)),
          .first_line = load_field<std::int32_t>(head, field(layout.code_first_line))};
}

/// The same for a code object that stays valid.
CodeIdentity identity_of(const PythonLayout& layout, const void* code) {
  return {.code = code,
          .file = load_field<const void*>(code, layout.code_filename),
          .name = load_field<const void*>(code, layout.code_name),
          .first_line = load_field<std::int32_t>(code, layout.code_first_line)};
}

}  // namespace

std::optional<std::string_view> python_text(const PythonLayout& layout, const void* object,
                                            const TextRoom& room, Forbidden forbidden) {
  if (!is_object_pointer(object)) return "?";
  const auto state = copy_field<std::uint32_t>(object, layout.str_state, forbidden);
  const auto reported = copy_field<std::int64_t>(object, layout.str_length, forbidden);
  if (!state || !reported) return {};
  const unsigned width = *state >> kKindShift & kKindMask;
  const bool known_width = width == 1 || width == 2 || width == 4;
  if ((*state & kCompact) == 0 || !known_width || *reported < 0) return "?";
  const auto length = static_cast<std::size_t>(*reported);
  if ((*state & kAscii) != 0) {
    const std::size_t bytes = std::min(length, room.text_bytes);
    if (!copy_memory(room.text, inside(object, layout.str_ascii), bytes, forbidden)) return {};
    return std::string_view(room.text, bytes);
  }
  const std::size_t characters = std::min(length, room.wide_bytes / width);
  if (!copy_memory(room.wide, inside(object, layout.str_wide), characters * width, forbidden))
    return {};
  std::size_t used = 0;
  for (std::size_t at = 0; at < characters && used + 4 <= room.text_bytes; ++at)
    used += put_utf8(code_point(room.wide, width, at), room.text + used);
  return std::string_view(room.text, used);
}

std::optional<std::string_view> python_bytes(const PythonLayout& layout, const void* object,
                                             char* to, std::size_t most, bool& is_cut,
                                             Forbidden forbidden) {
  is_cut = false;
  if (!is_object_pointer(object)) return std::string_view();
  const auto length = copy_field<std::int64_t>(object, layout.bytes_length, forbidden);
  if (!length) return {};
  if (*length <= 0) return std::string_view();
  is_cut = static_cast<std::size_t>(*length) > most;
  const std::size_t bytes = std::min(static_cast<std::size_t>(*length), most);
  if (!copy_memory(to, inside(object, layout.bytes_data), bytes, forbidden)) return {};
  return std::string_view(to, bytes);
}

template <typename Frames>
bool PythonWalk::innermost(Frames& frames, const void* thread, const void*& frame) const {
  frame = nullptr;
  if (layout_.thread_cframe == PythonLayout::kNone)
    return frames.load(frame, thread, layout_.thread_frame);
  const void* cframe = nullptr;
  if (!frames.load(cframe, thread, layout_.thread_cframe)) return false;
  return cframe == nullptr || frames.load(frame, cframe, layout_.thread_frame);
}

template <typename Frames, typename Take>
bool PythonWalk::collect(Frames& frames, const void* thread, Take take) {
  // Between Python frames there are frames of the interpreter itself, at most one for each.
  constexpr std::size_t kMaxSteps = 2 * PythonStacks::kMaxDepth;
  const void* frame = nullptr;
  if (!innermost(frames, thread, frame)) return mismatch();
  for (std::size_t step = 0; frame != nullptr && step < kMaxSteps; ++step) {
    if (!is_object_pointer(frame)) return mismatch();
    if (depth_ + copied_ == PythonStacks::kMaxDepth) break;
    if (!add_frame(frames, frame, take)) return false;
    if (!frames.load(frame, frame, layout_.frame_previous)) return mismatch();
  }
  is_cut_ = frame != nullptr;
  return true;
}

template <typename Frames, typename Take>
bool PythonWalk::add_frame(Frames& frames, const void* frame, Take take) {
  if (layout_.frame_owner != PythonLayout::kNone) {
    std::uint8_t owner = 0;
    if (!frames.load(owner, frame, layout_.frame_owner)) return mismatch();
    if (owner >= kFirstEntryOwner)
      return owner - kFirstEntryOwner < layout_.entry_owners || mismatch();
  }
  std::uintptr_t bits = 0;
  if (!frames.load(bits, frame, layout_.frame_code)) return mismatch();
  const auto* const code = reinterpret_cast<const void*>(bits & ~std::uintptr_t{layout_.frame_tag});
  std::int32_t instruction = -1;
  if (!is_object_pointer(code) || !read_instruction(frames, frame, code, instruction))
    return mismatch();
  return take(code, instruction);
}

template <typename Frames>
bool PythonWalk::read_instruction(Frames& frames, const void* frame, const void* code,
                                  std::int32_t& to) {
  std::int64_t bytes = 0;
  if (layout_.code_bytecode == PythonLayout::kNone) {
    std::int32_t units = 0;
    if (!frames.load(units, frame, layout_.frame_instruction)) return false;
    bytes = std::int64_t{2} * units;
  } else {
    std::uintptr_t at = 0;
    if (!frames.load(at, frame, layout_.frame_instruction)) return false;
    const auto start = reinterpret_cast<std::uintptr_t>(code) + layout_.code_bytecode;
    bytes = static_cast<std::int64_t>(at - start);
  }
  // A frame that has not yet executed an instruction points one unit before the bytecode.
  const bool is_known = bytes >= 0 && bytes <= std::numeric_limits<std::int32_t>::max();
  to = is_known ? static_cast<std::int32_t>(bytes) : -1;
  return true;
}

bool PythonWalk::copy_heads() {
  static_assert(PythonStacks::kMaxDepth <= kMostPieces);
  const std::size_t bytes = layout_.head_bytes();
  if (!LANESCOPE_AGENT_CHECK(bytes <= PythonLayout::kMostHeadBytes, "room for each head"))
    return false;
  for (std::uint32_t frame = 0; frame < copied_; ++frame) {
    const char* const code = static_cast<const char*>(stacks_.codes[frame].code);
    stacks_.head_pieces[frame] = {const_cast<char*>(code + layout_.head_begin()), bytes};
  }
  const std::size_t all = copied_ * bytes;
  return copy_pieces(stacks_.head_pieces, copied_, stacks_.heads, Forbidden::GiveUp) == all ||
         mismatch();
}

/// Inlined because it is half of the cost of a stack; the path for a new code object is not.
[[gnu::always_inline]] inline bool PythonWalk::number_frame(const CodeIdentity& identity,
                                                            std::int32_t instruction) {
  if (!LANESCOPE_AGENT_CHECK(depth_ < PythonStacks::kMaxDepth, "room for one more frame"))
    return false;
  std::uint32_t id = stacks_.find_code(identity);
  if (id == 0) [[unlikely]] {
    id = tell_code(identity);
    if (id == 0) return false;
  }
  stacks_.frames[depth_++] = {.code = id, .instruction = instruction};
  const std::uint64_t pair = std::uint64_t{id} << 32 | static_cast<std::uint32_t>(instruction);
  hash_ = (hash_ ^ pair) * 0x9E3779B97F4A7C15ULL;
  hash_ ^= hash_ >> 29;
  return true;
}

std::uint32_t PythonWalk::straight(const void* thread) {
  StraightFrames frames;
  const auto take = [this](const void* code, std::int32_t instruction) {
    return number_frame(identity_of(layout_, code), instruction);
  };
  return collect(frames, thread, take) ? number_stack() : 0;
}

std::uint32_t PythonWalk::copied(const void* thread, bool (*is_ending)()) {
  is_ending_ = is_ending;
  forbidden_ = Forbidden::GiveUp;
  CopiedFrames frames(stacks_);
  const auto take = [this](const void* code, std::int32_t instruction) {
    if (!LANESCOPE_AGENT_CHECK(copied_ < PythonStacks::kMaxDepth, "room for one more frame"))
      return false;
    stacks_.codes[copied_++] = {code, instruction};
    return true;
  };
  // What was read before the exit began is valid.
  if (!collect(frames, thread, take) || !copy_heads() || is_ending()) return 0;
  for (std::uint32_t frame = 0; frame < copied_; ++frame) {
    const auto& [code, instruction] = stacks_.codes[frame];
    const char* const head = stacks_.heads + frame * layout_.head_bytes();
    if (!number_frame(identity_of(layout_, code, head), instruction)) return 0;
  }
  return number_stack();
}

std::uint32_t PythonWalk::number_stack() {
  if (depth_ == 0) return 0;
  hash_ ^= depth_;
  hash_ ^= hash_ >> 32;
  const std::uint32_t known = stacks_.find_stack(hash_);
  return known != 0 ? known : tell_stack();
}

std::uint32_t PythonWalk::tell_text(const void* object) {
  const auto text = python_text(
      layout_, object,
      {stacks_.text, sizeof stacks_.text, stacks_.wide_text, sizeof stacks_.wide_text}, forbidden_);
  if (!text) mismatch();
  return text ? channel_.string(*text) : 0;
}

std::uint32_t PythonWalk::tell_code(const CodeIdentity& code) {
  const auto type = copy_field<const void*>(code.code, layout_.object_type, forbidden_);
  if (!type || *type != code_type_) return mismatch();
  const void* name = code.name;
  if (layout_.code_qualname != PythonLayout::kNone)
    name = copy_field<const void*>(code.code, layout_.code_qualname, forbidden_).value_or(name);
  const auto lines = copy_field<const void*>(code.code, layout_.code_line_table, forbidden_);
  if (!lines) return mismatch();
  bool is_cut = false;
  const auto table =
      python_bytes(layout_, *lines, stacks_.table, sizeof stacks_.table, is_cut, forbidden_);
  if (!table) return mismatch();
  wire::CodeRecord record{};
  record.address = reinterpret_cast<std::uintptr_t>(code.code);
  record.name = tell_text(name);
  record.file = tell_text(code.file);
  record.first_line = code.first_line;
  record.python = layout_.version;
  record.flags = is_cut ? wire::kCodeTableCut : std::uint16_t{0};
  record.table_bytes = static_cast<std::uint32_t>(table->size());
  if (mismatched_ || (is_ending_ != nullptr && is_ending_())) return 0;
  // No name means the channel has no room; the next stack tries again.
  const std::uint32_t id = stacks_.next_code();
  if (record.name == 0 || !channel_.write(id, record, table->data(), table->size())) return 0;
  stacks_.add_code(code);
  return id;
}

std::uint32_t PythonWalk::tell_stack() {
  wire::StackRecord record{};
  record.depth = depth_;
  record.flags = is_cut_ ? wire::kStackCut : 0;
  const std::uint32_t id = stacks_.next_stack();
  if (!channel_.write(id, record, stacks_.frames, depth_ * sizeof(wire::StackFrame))) return 0;
  stacks_.add_stack(hash_);
  return id;
}

}  // namespace lanescope::agent

// What the records of a channel of samples define for later ones.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/threads/work.h"
#include "core/readers/capture/python_lines.h"
#include "core/readers/capture/samples/samples.h"

namespace lanescope {
namespace {

/// The agent's and the sampler's stacks have no more.
constexpr std::uint32_t kMostFrames = 512;
/// What lanescope.capture() calls, around its block and not inside.
constexpr std::string_view kRecorderFile = "lanescope/_capture.py";
/// 3.10; later ones call Python from Python without a call in C.
constexpr std::uint16_t kLastLoopPerFunction = 0x030A;

/// Puts `value` at `number`, which the channel's table has admitted.
template <typename T>
void put(std::vector<T>& list, std::uint32_t number, std::size_t admitted, T value) {
  if (number == 0 || number > admitted) return;
  if (list.size() < number) list.resize(number);
  list[number - 1] = std::move(value);
}

/// "python", "python3", "python3.11", "python3.13t" without the GIL, "python3.12d".
bool is_interpreter(std::string_view name) {
  constexpr std::string_view kPython = "python";
  return name.starts_with(kPython) &&
         name.find_first_not_of("0123456789.td", kPython.size()) == std::string_view::npos;
}

}  // namespace

void CaptureSamples::define_string(const Source& source) {
  const auto fixed = source.record.as<wire::StringRecord>();
  const auto bytes = source.record.behind(sizeof fixed, fixed.bytes);
  put(strings_, source.record.header.aux, source.channel.table().strings.size(),
      std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void CaptureSamples::define_code(const Source& source) {
  const auto record = source.record.as<wire::CodeRecord>();
  const auto table = source.record.behind(sizeof record, record.table_bytes);
  Code code;
  code.file = source.process.python_folders().relative(string(record.file));
  code.function =
      source.sink.text(sampled_function_name(code.file, record.first_line, string(record.name)));
  code.loop = loop_frame(code.file, string(record.name));
  code.is_recorder = code.file.ends_with(kRecorderFile);
  code.first_line = record.first_line;
  code.python = record.python;
  has_loop_per_function_ = record.python != 0 && record.python <= kLastLoopPerFunction;
  code.table.assign(table.begin(), table.end());
  put(codes_, source.record.header.aux, source.channel.table().codes.size(), std::move(code));
}

void CaptureSamples::define_stack(const Source& source) {
  const auto record = source.record.as<wire::StackRecord>();
  const std::uint32_t depth = std::min(record.depth, kMostFrames);
  const auto bytes = source.record.behind(sizeof record, depth * sizeof(wire::StackFrame));
  std::vector<wire::StackFrame> frames(bytes.size() / sizeof(wire::StackFrame));
  if (!frames.empty())
    std::memcpy(frames.data(), bytes.data(), frames.size() * sizeof(wire::StackFrame));
  Stack stack;
  stack.first = static_cast<std::uint32_t>(frames_.size());
  if ((record.flags & wire::kStackCut) != 0) frames_.push_back(source.sink.text(kCutStack));
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const Code* code = this->code(frame->code);
    if (code == nullptr) continue;
    frames_.push_back(code->function);
    stack.in_recorder = stack.in_recorder || code->is_recorder;
  }
  stack.depth = static_cast<std::uint32_t>(frames_.size()) - stack.first;
  if (!frames.empty()) stack.line = line_of(frames.front(), source);
  const auto loop_of = [&](std::size_t frame) {
    const Code* code = frame < frames.size() ? this->code(frames[frame].code) : nullptr;
    return code == nullptr ? LoopFrame::None : code->loop;
  };
  stack.in_event_loop = is_event_loop(loop_of(0), loop_of(1));
  put(stacks_, source.record.header.aux, source.channel.table().stacks.size(), stack);
}

LocalId CaptureSamples::line_of(const wire::StackFrame& frame, const Source& source) {
  // Finding a line reads its table up to there. Real tables have a few hundred bytes; made ones
  // must not cost more than a pass over the file many times over.
  constexpr std::uint64_t kMostRead = 1U << 26U, kMostReadPerByte = 64;
  const Code* code = this->code(frame.code);
  if (code == nullptr) return kNoLocal;
  const std::uint64_t key =
      std::uint64_t{frame.code} << 32U | static_cast<std::uint32_t>(frame.instruction);
  const auto [at, fresh] = lines_.try_emplace(key, kNoLocal);
  if (!fresh || read_table_bytes_ > kMostRead + source.record.offset * kMostReadPerByte)
    return at->second;
  read_table_bytes_ += code->table.size();
  count_work(Work::TextBytes, code->table.size());
  const auto line = python_line({code->python, code->first_line, code->table}, frame.instruction);
  if (line) at->second = source.sink.text(sampled_line_name(code->file, *line));
  return at->second;
}

/// The last name counts: a program that was started by a shell had the shell's name before.
/// Threads whose program gave them no name have that of the interpreter, which says nothing.
void CaptureSamples::name_thread(const Source& source) const {
  const auto record = source.record.as<wire::ThreadNameRecord>();
  std::string_view name = string(source.record.header.aux);
  if (name.empty()) return;
  if (is_interpreter(name)) name = {};
  source.sink.rename_thread(source.process.pid(source.sink), source.sink.number(record.tid),
                            source.sink.text(name), source.record.offset);
}

void CaptureSamples::counter(const Source& source) const {
  const auto record = source.record.as<wire::CounterRecord>();
  source.sink.counter(source.process.pid(source.sink),
                      source.sink.text(string(source.record.header.aux)),
                      source.time(record.time_ns), record.value);
}

}  // namespace lanescope

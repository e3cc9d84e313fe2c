#include "core/readers/capture/samples.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/readers/capture/python_lines.h"

namespace lanescope {
namespace {

/// The agent's and the sampler's stacks have no more.
constexpr std::uint32_t kMostFrames = 512;
/// A run of equal samples comes at most that long after its first sample.
constexpr Ns kLongestRun = 100'000'000;

/// Puts `value` at `number`, which the channel's table has admitted.
template <typename T>
void put(std::vector<T>& list, std::uint32_t number, std::size_t admitted, T value) {
  if (number == 0 || number > admitted) return;
  if (list.size() < number) list.resize(number);
  list[number - 1] = std::move(value);
}

wire::SampledState state_in(std::uint32_t aux) {
  return wire::SampledState{aux & 0xFFU};
}
std::uint32_t flags_in(std::uint32_t aux) {
  return aux >> 8U;
}

}  // namespace

void CaptureSamples::begin() {
  strings_.clear();
  codes_.clear();
  stacks_.clear();
  frames_.clear();
  lines_.clear();
  states_.clear();
}

Ns CaptureSamples::Source::time(Ns time_ns) const {
  return process.clock.of_thread(channel.table().channel, record.offset, time_ns);
}

bool CaptureSamples::take(CaptureProcess& process, const ChannelDecoder& channel,
                          const CaptureRecord& record, CaptureSink& sink) {
  const Source source{process, channel, record, sink};
  switch (record.type()) {
    case wire::RecordType::String: {
      const auto fixed = record.as<wire::StringRecord>();
      const auto bytes = record.behind(sizeof fixed, fixed.bytes);
      put(strings_, record.header.aux, channel.table().strings.size(),
          std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
      return true;
    }
    case wire::RecordType::Code:
      define_code(source);
      return true;
    case wire::RecordType::Stack:
      define_stack(source);
      return true;
    case wire::RecordType::ThreadName:
      name_thread(source);
      return true;
    case wire::RecordType::Sample:
      sample(source);
      return true;
    case wire::RecordType::SampleStats:
      stats(source);
      return true;
    case wire::RecordType::Counter:
      counter(source);
      return true;
    default:
      return false;
  }
}

void CaptureSamples::define_code(const Source& source) {
  const auto record = source.record.as<wire::CodeRecord>();
  const auto table = source.record.behind(sizeof record, record.table_bytes);
  Code code;
  code.file = source.process.python_folders().relative(string(record.file));
  code.function =
      source.sink.text(sampled_function_name(code.file, record.first_line, string(record.name)));
  code.first_line = record.first_line;
  code.python = record.python;
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
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    if (const Code* code = this->code(frame->code)) frames_.push_back(code->function);
  }
  stack.depth = static_cast<std::uint32_t>(frames_.size()) - stack.first;
  if (!frames.empty()) stack.line = line_of(frames.front(), source);
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
  if (name.starts_with("python")) name = {};
  source.sink.rename_thread(source.process.pid(source.sink), source.sink.number(record.tid),
                            source.sink.text(name), source.record.offset);
}

void CaptureSamples::counter(const Source& source) const {
  const auto record = source.record.as<wire::CounterRecord>();
  source.sink.counter(source.process.pid(source.sink),
                      source.sink.text(string(source.record.header.aux)),
                      source.time(record.time_ns), record.value);
}

CaptureSamples::Thread& CaptureSamples::thread(std::uint32_t tid, const Source& source) {
  const auto [at, fresh] = threads_.try_emplace(tid);
  if (fresh) {
    const auto track = [&](TrackRole role) {
      return source.process.thread_track(tid, role, source.sink);
    };
    at->second.functions.track = track(TrackRole::Samples);
    at->second.states.track = track(TrackRole::State);
    const LocalId process = source.process.pid(source.sink), thread = source.sink.number(tid);
    source.sink.name_thread(process, thread, source.sink.text("thread " + std::to_string(tid)));
  }
  return at->second;
}

std::span<const CaptureSamples::Item> CaptureSamples::items_of(const Stack& stack,
                                                               CaptureSink& sink) {
  LANESCOPE_CHECK(std::size_t{stack.first} + stack.depth <= frames_.size(),
                  "a stack among {} frames, not {} from {}", frames_.size(), stack.depth,
                  stack.first);
  items_.clear();
  const std::uint16_t function = sink.category("python_sample");
  for (std::uint32_t i = 0; i < stack.depth; ++i)
    items_.push_back({frames_[stack.first + i], function});
  if (stack.line != kNoLocal) items_.push_back({stack.line, sink.category("python_line")});
  return items_;
}

LocalId CaptureSamples::state_of(const wire::SampleRecord& sample, CaptureSink& sink) {
  const std::uint64_t key = std::uint64_t{sample.header.aux} << 32U | sample.wait;
  const auto [at, fresh] = states_.try_emplace(key, kNoLocal);
  if (fresh) {
    const std::uint32_t aux = sample.header.aux;
    at->second = sink.text(thread_state_name(state_in(aux), flags_in(aux), string(sample.wait)));
  }
  return at->second;
}

bool CaptureSamples::may_end(std::uint64_t offset) const {
  constexpr std::uint64_t kFew = 1U << 20U;
  return ended_ < kFew + offset;
}

void CaptureSamples::sample(const Source& source) {
  const auto sample = source.record.as<wire::SampleRecord>();
  const std::uint32_t flags = flags_in(sample.header.aux);
  const Ns first_ns = source.time(sample.first_ns);
  const Run run{first_ns, std::max(first_ns, source.time(sample.last_ns)), source.record.place()};
  seen_.samples += sample.count;
  if (sample.count > 1)
    period_.note(saturating_sub(run.last_ns, run.first_ns) / (sample.count - 1));
  ++since_look_;
  Thread& thread = this->thread(sample.tid, source);
  if (thread.states.last_ns != 0) period_.note(saturating_sub(run.first_ns, thread.states.last_ns));
  if (state_in(sample.header.aux) == wire::SampledState::Ended) {
    advance(thread.functions, {}, run, source.sink);
    advance(thread.states, {}, run, source.sink);
    threads_.erase(sample.tid);
    return;
  }
  const Item state{state_of(sample, source.sink), source.sink.category("thread_state")};
  advance(thread.states, std::span(&state, 1), run, source.sink);
  const Stack* stack = this->stack(sample.stack);
  const bool torn = (flags & wire::kSampleTorn) != 0 || (sample.stack != 0 && stack == nullptr);
  if (torn || !may_end(source.record.offset)) {
    seen_.torn += sample.count;
    return;
  }
  advance(thread.functions, stack != nullptr ? items_of(*stack, source.sink) : std::span<Item>(),
          run, source.sink);
}

void CaptureSamples::advance(Lane& lane, std::span<const Item> items, const Run& run,
                             CaptureSink& sink) {
  const Ns distance_ns = saturating_sub(run.first_ns, lane.last_ns);
  if (distance_ns < 0) end(lane, 0, lane.last_ns, sink);
  if (distance_ns > kMostPeriods * period_.ns())
    end(lane, 0, saturating_add(lane.last_ns, period_.ns()), sink);
  std::size_t same = 0;
  while (same < items.size() && same < lane.open.size() && lane.open[same].item == items[same])
    ++same;
  end(lane, same, run.first_ns, sink);
  for (const Item& item : items.subspan(same)) lane.open.push_back({item, run.first_ns, run.place});
  lane.last_ns = run.last_ns;
}

CaptureSink::Slice CaptureSamples::slice_at(const Lane& lane, std::size_t row) {
  LANESCOPE_CHECK(row < lane.open.size(), "one of {} open slices, not {}", lane.open.size(), row);
  const OpenItem& open = lane.open[row];
  CaptureSink::Slice slice;
  slice.track = lane.track;
  slice.category = open.item.category;
  slice.name = open.item.name;
  slice.begin_ns = open.begin_ns;
  slice.place = open.place;
  slice.row = static_cast<std::uint16_t>(row);
  return slice;
}

bool CaptureSamples::begins_with_neighbor(const Lane& lane, std::size_t row) {
  const auto begins_at = [&](std::size_t other) {
    return other < lane.open.size() && lane.open[other].begin_ns == lane.open[row].begin_ns;
  };
  return begins_at(row + 1) || (row > 0 && begins_at(row - 1));
}

void CaptureSamples::end(Lane& lane, std::size_t depth, Ns end_ns, CaptureSink& sink) {
  for (std::size_t row = depth; row < lane.open.size(); ++row) {
    CaptureSink::Slice slice = slice_at(lane, row);
    slice.end_ns = end_ns;
    if (begins_with_neighbor(lane, row)) slice.begin_order = static_cast<std::uint32_t>(row + 1);
    sink.slice(slice);
    ++ended_;
  }
  lane.open.resize(std::min(depth, lane.open.size()));
}

void CaptureSamples::stats(const Source& source) {
  const auto stats = source.record.as<wire::SampleStatsRecord>();
  period_.know(stats.period_ns);
  told_ = {stats.samples, stats.torn, stats.missed, stats.spent_ns, period_.ns()};
  end_silent(source.time(stats.time_ns), source.sink);
}

void CaptureSamples::end_silent(Ns now_ns, CaptureSink& sink) {
  // A look at every thread; in all, not more than one per sample.
  if (since_look_ < threads_.size()) return;
  since_look_ = 0;
  const Ns latest_ns = saturating_sub(now_ns, kMostPeriods * period_.ns() + 2 * kLongestRun);
  for (auto at = threads_.begin(); at != threads_.end();) {
    const bool is_silent = at->second.states.last_ns < latest_ns;
    if (is_silent) end_all(at->second, sink);
    at = is_silent ? threads_.erase(at) : std::next(at);
  }
}

void CaptureSamples::end_all(Thread& thread, CaptureSink& sink) {
  for (Lane* lane : {&thread.functions, &thread.states})
    end(*lane, 0, saturating_add(lane->last_ns, period_.ns()), sink);
}

void CaptureSamples::end_open(CaptureSink& sink) {
  for (auto& [tid, thread] : threads_) end_all(thread, sink);
  threads_.clear();
}

void CaptureSamples::add_open(std::vector<CaptureSink::Slice>& out) const {
  for (const auto& [tid, thread] : threads_) {
    for (const Lane* lane : {&thread.functions, &thread.states}) {
      for (std::size_t row = 0; row < lane->open.size(); ++row) out.push_back(slice_at(*lane, row));
    }
  }
}

SampleTotals CaptureSamples::totals() const {
  SampleTotals all = told_;
  all.samples = std::max(all.samples, seen_.samples);
  all.torn = std::max(all.torn, seen_.torn);
  all.period_ns = period_.ns();
  return all;
}

}  // namespace lanescope

#include "tests/fuzz/recordings/recording_maker.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "tests/core/fixtures/capture_bytes.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

using wire::RecordType;

constexpr std::int64_t kStartNs = 1'700'000'000'000'000'000;
constexpr std::uint32_t kGpuChannel = 0;
constexpr std::uint32_t kSamplesChannel = 100;

/// One process: what its threads and its GPU did lately, until that becomes a chunk.
class MadeProcess {
 public:
  MadeProcess(std::uint32_t number, std::mt19937_64& random)
      : number_(number), random_(random), threads_(1 + below(random, 3)) {}

  void join(CaptureBytes& capture) {
    capture.hello(
        fmt::format("pid={}\nexe=python\ncommand=python train.py\nrank={}\nworld_size=2\n",
                    100 + number_, number_),
        number_);
    capture.chunk(wire::ChunkKind::Caps, "cupti=18\nversion=12080\n", number_);
    gpu_.gpu();
    describe_gpu();
    samples_.samples().sample_stats({.time_ns = now_ns_, .period_ns = 10'000});
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const auto tid = static_cast<std::uint32_t>(1000 + i);
      threads_[i].thread(tid, i == 0 ? "python" : "worker");
    }
  }

  /// A while of work, and the chunks of it.
  void work(CaptureBytes& capture) {
    for (ChannelBytes& thread : threads_) {
      for (std::size_t i = below(random_, 6); i > 0; --i) call(thread);
    }
    if (below(random_, 4) == 0) clock();
    for (std::size_t i = 0; i < threads_.size(); ++i) put(capture, threads_[i], i + 1);
    put(capture, gpu_, kGpuChannel);
    for (std::size_t i = below(random_, 6); i > 0; --i) sample();
    put(capture, samples_, kSamplesChannel);
  }

  void leave(CaptureBytes& capture) {
    capture.chunk(wire::ChunkKind::Left, "reason=exit\ncode=0\n", number_, 0, now_ns_);
    capture.chunk(wire::ChunkKind::Losses, "dropped_records=0\ncupti_dropped=0\n", number_, 0,
                  now_ns_);
  }

 private:
  void put(CaptureBytes& capture, ChannelBytes& channel, std::size_t number) {
    const std::string records = channel.take();
    if (!records.empty())
      capture.chunk(wire::ChunkKind::Records, records, number_, static_cast<std::uint32_t>(number),
                    now_ns_);
  }

  std::int64_t later() { return now_ns_ += 1 + static_cast<std::int64_t>(below(random_, 20'000)); }

  std::string_view any_name() {
    constexpr std::array<std::string_view, 7> kNames = {
        "ProfilerStep#1",
        "forward",
        "aten::mm, seq = 1, op_id = 2, sizes = [[8, 4], [4, 8]]",
        "_ZN2at6native3addEv",
        "caf\xC3\xA9 \xFF",
        "nn.Module: Linear_0",
        ""};
    return kNames[below(random_, kNames.size())];
  }

  void describe_gpu() {
    wire::DeviceRecord device{};
    device.sms = 132;
    device.memory_bytes = 80ULL << 30U;
    device.warp_threads = 32;
    device.clock_khz = 1'980'000;
    gpu_.add(RecordType::Device, gpu_.string("NVIDIA H200"), device);
    wire::ContextRecord context{};
    context.context = 1;
    gpu_.add(RecordType::Context, 0, context);
    wire::StreamRecord stream{};
    stream.context = 1;
    stream.stream = 7;
    gpu_.add(RecordType::Stream, 0, stream);
  }

  /// One of the things that threads do; calls bring GPU work along.
  void call(ChannelBytes& thread) {
    switch (below(random_, 8)) {
      case 0:
        return range_around(thread);
      case 1:
        return count(thread);
      case 2:
        return allocate(thread);
      case 3:
        return say(thread);
      default:
        return launch(thread);
    }
  }

  void range_around(ChannelBytes& thread) {
    const auto range = ++ranges_;
    thread.push(later(), any_name(), range);
    launch(thread);
    if (below(random_, 6) != 0) thread.pop(later());
  }

  void count(ChannelBytes& thread) {
    wire::CounterRecord counter{};
    counter.time_ns = later();
    counter.value = static_cast<double>(below(random_, 1000));
    thread.add(RecordType::Counter, thread.string("loss"), counter);
  }

  /// As the part for Python tells it: two counters, one behind the other.
  void allocate(ChannelBytes& thread) {
    for (const char* const name : {"GPU 0 allocated bytes", "GPU 0 reserved bytes"}) {
      const std::uint32_t text = thread.string(name);
      wire::CounterRecord counter{};
      counter.time_ns = later();
      counter.value = static_cast<double>(below(random_, 1U << 30U));
      thread.add(RecordType::Counter, text, counter);
    }
  }

  void say(ChannelBytes& thread) {
    const std::uint32_t text = thread.string(any_name());
    wire::MarkRecord mark{};
    mark.time_ns = later();
    thread.add(RecordType::Mark, text, mark);
    wire::RangeStartRecord start{};
    start.time_ns = later();
    start.id = below(random_, 5);
    thread.add(RecordType::RangeStart, text, start);
    wire::RangeEndRecord end{};
    end.time_ns = later();
    end.id = below(random_, 5);
    thread.add(RecordType::RangeEnd, 0, end);
  }

  void launch(ChannelBytes& thread) {
    const std::uint64_t correlation = ++correlation_;
    std::uint32_t stack = 0;
    if (below(random_, 2) == 0) {
      const std::uint32_t code = thread.code("train.py", "step", 7, 0x030B, "\x80\x01\xF0\x02");
      stack = thread.stack({{code, 4}});
    }
    constexpr std::array<std::string_view, 4> kCalls = {"cudaLaunchKernel", "cudaMemcpyAsync",
                                                        "cudaMemsetAsync", "cudaStreamSynchronize"};
    const std::size_t what = below(random_, kCalls.size());
    thread.begin(later(), {.api = kCalls[what],
                           .correlation = correlation,
                           .stack = stack,
                           .driver = below(random_, 5) == 0});
    gpu_work(what, correlation);
    if (below(random_, 20) != 0) thread.end(later(), correlation);
  }

  void gpu_work(std::size_t what, std::uint64_t correlation) {
    const std::int64_t begin_ns = now_ns_ + 2000;
    const std::int64_t end_ns = begin_ns + static_cast<std::int64_t>(below(random_, 30'000));
    if (what == 0) {
      gpu_.kernel(begin_ns, end_ns, {.name = any_name(), .correlation = correlation, .grid = 128});
    } else if (what == 1) {
      timed(wire::MemcpyRecord{}, RecordType::Memcpy, 1U | 1U << 8U | 3U << 16U, correlation,
            begin_ns, end_ns);
    } else if (what == 2) {
      timed(wire::MemsetRecord{}, RecordType::Memset, 3, correlation, begin_ns, end_ns);
    } else {
      timed(wire::SyncRecord{}, RecordType::Sync, 3, correlation, begin_ns, end_ns);
    }
    if (below(random_, 10) == 0) rarely(correlation, begin_ns, end_ns);
  }

  void rarely(std::uint64_t correlation, std::int64_t begin_ns, std::int64_t end_ns) {
    timed(wire::GraphRecord{}, RecordType::Graph, 0, correlation, begin_ns, end_ns);
    timed(wire::OverheadRecord{}, RecordType::Overhead, 1, correlation, begin_ns, end_ns);
    timed(wire::JitRecord{}, RecordType::Jit, 1, correlation, begin_ns, end_ns);
    wire::MemoryRecord memory{};
    memory.time_ns = begin_ns;
    memory.bytes = below(random_, 1U << 20U);
    gpu_.add(RecordType::Memory, 1, memory);
    wire::EnvironmentRecord environment{};
    environment.time_ns = begin_ns;
    environment.values[0] = 1980;
    gpu_.add(RecordType::Environment, static_cast<std::uint32_t>(below(random_, 5)), environment);
    wire::GapRecord gap{};
    gap.first_ns = begin_ns;
    gap.last_ns = end_ns;
    gpu_.add(RecordType::Gap, static_cast<std::uint32_t>(wire::GapReason::Paused), gap);
  }

  template <typename Record>
  void timed(Record record, RecordType type, std::uint32_t aux, std::uint64_t correlation,
             std::int64_t begin_ns, std::int64_t end_ns) {
    record.start_ns = begin_ns;
    record.end_ns = end_ns;
    record.correlation = correlation;
    if constexpr (requires { record.stream; }) record.stream = 7;
    if constexpr (requires { record.bytes; }) record.bytes = below(random_, 1U << 20U);
    gpu_.add(type, aux, record);
  }

  /// What the recorder saw one of the threads do.
  void sample() {
    constexpr std::array<std::string_view, 4> kWaits = {"", "futex", "read /data/a.bin", "poll"};
    std::uint32_t stack = 0;
    if (below(random_, 4) != 0) {
      const std::uint32_t outer = samples_.code("train.py", "main", 1, 0x030B, "\x80\x01");
      const std::uint32_t inner = samples_.code("data.py", any_name(), 7, 0x030B, "\xF0\x02");
      stack = samples_.stack({{inner, 0}, {outer, 2}});
    }
    const std::int64_t first_ns = later();
    samples_.sample(first_ns, {.tid = static_cast<std::uint32_t>(1000 + below(random_, 4)),
                               .stack = stack,
                               .state = static_cast<wire::SampledState>(below(random_, 7)),
                               .flags = static_cast<std::uint32_t>(below(random_, 8)),
                               .wait = kWaits[below(random_, kWaits.size())],
                               .count = static_cast<std::uint32_t>(1 + below(random_, 9)),
                               .last_ns = later()});
    if (below(random_, 8) == 0)
      samples_.sample_stats({.time_ns = now_ns_, .period_ns = 10'000, .missed = 1});
  }

  void clock() {
    // Now and then somebody sets it.
    if (below(random_, 8) == 0) shift_ns_ -= 3'600'000'000'000;
    gpu_.clock(now_ns_ + shift_ns_, now_ns_ - kStartNs);
  }

  std::uint32_t number_;
  std::mt19937_64& random_;
  std::vector<ChannelBytes> threads_;
  ChannelBytes gpu_, samples_;
  std::int64_t now_ns_ = kStartNs, shift_ns_ = 0;
  std::uint64_t correlation_ = 0;
  std::uint32_t ranges_ = 0;
};

}  // namespace

std::string made_recording(std::mt19937_64& random) {
  CaptureBytes capture;
  capture.chunk(wire::ChunkKind::Session, "command=python train.py\nfolder=/home/me\nlevel=1\n");
  std::vector<MadeProcess> processes;
  for (std::size_t i = 0, count = 1 + below(random, 3); i < count; ++i) {
    processes.emplace_back(static_cast<std::uint32_t>(i), random);
    processes.back().join(capture);
  }
  for (std::size_t rounds = 1 + below(random, 5); rounds > 0; --rounds)
    for (MadeProcess& process : processes) process.work(capture);
  for (MadeProcess& process : processes) process.leave(capture);
  return capture.end().bytes();
}

}  // namespace lanescope

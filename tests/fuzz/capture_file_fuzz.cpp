// Whatever the bytes: a capture loads, at once and while it grows, and every event that it gives
// can be asked for its arguments.
//
// Chunks have check sums that no fuzzer guesses, so the input is what stands in chunks: kind,
// process, channel, two bytes of length, payload. An input that begins as a capture is taken as
// one.
#include <algorithm>
#include <array>

#include "core/readers/capture/file.h"
#include "core/readers/capture/live.h"
#include "core/readers/capture/loader.h"
#include "core/readers/capture/python_lines.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace {

using namespace lanescope;

constexpr std::size_t kFrameBytes = 5;

std::string capture_of(std::string_view input) {
  if (is_capture(input)) return std::string(input);
  CaptureBytes capture;
  while (input.size() >= kFrameBytes) {
    const auto byte = [&input](std::size_t at) { return static_cast<std::uint8_t>(input[at]); };
    const std::size_t length =
        std::min<std::size_t>(byte(3) | byte(4) << 8U, input.size() - kFrameBytes);
    capture.chunk(static_cast<wire::ChunkKind>(byte(0)), input.substr(kFrameBytes, length), byte(1),
                  byte(2));
    input.remove_prefix(kFrameBytes + length);
  }
  return capture.bytes() + std::string(input);
}

void load_whole(const std::string& bytes) {
  TraceInfo info;
  info.format = "lanescope-capture";
  LoadOptions options;
  options.threads = 1;
  const auto loaded = load_capture(memory_byte_source(bytes), info, options);
  if (!loaded.ok()) return;
  const LoadedTrace& trace = loaded.value();
  const auto read = event_reader(trace);
  for (const Track& track : trace.snapshot->tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        demand(chunk->dur_ns[i] >= 0, "nothing ends before it begins");
        (void)read(chunk->id_of(i));
      }
    }
  }
}

void load_growing(const std::string& bytes) {
  LiveCapture live(memory_byte_source(bytes, 61), "fuzz.lanes");
  while (live.read_some(200)) (void)live.publish();
  demand(live.publish() != nullptr, "there is always a picture");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = capture_of({reinterpret_cast<const char*>(data), size});
  load_whole(bytes);
  load_growing(bytes);
  for (const std::uint16_t version : std::array<std::uint16_t, 3>{0x030A, 0x030B, 0x030D})
    (void)python_line({version, 1, std::as_bytes(std::span(data, size))}, 40);
  return 0;
}

namespace lanescope {
namespace {

std::string thread_records(std::mt19937_64& random) {
  const auto time = [&random] {
    return std::int64_t{1'700'000'000'000'000'000} + static_cast<std::int64_t>(random() % 100'000);
  };
  ChannelBytes channel;
  channel.thread(10);
  const std::uint32_t code = channel.code("train.py", "step", 7, 0x030B, "\x80\x01\xF0\x02");
  const std::uint32_t stack = channel.stack({{code, 4}});
  for (std::size_t i = below(random, 6); i > 0; --i) {
    const std::uint64_t call = below(random, 5);
    channel.push(time(), "aten::mm, seq = 1, op_id = 2, sizes = [[8, 4], [4, 8]]");
    channel.begin(time(), {.correlation = call, .stack = stack});
    channel.end(time(), call);
    channel.pop(time());
  }
  return channel.take();
}

std::string gpu_records(std::mt19937_64& random) {
  ChannelBytes channel;
  channel.gpu();
  for (std::size_t i = below(random, 6); i > 0; --i) {
    const std::int64_t begin =
        1'700'000'000'000'000'000 + static_cast<std::int64_t>(below(random, 100'000));
    channel.kernel(begin, begin + 100, {.correlation = below(random, 5)});
  }
  return channel.take();
}

std::string sample_records(std::mt19937_64& random) {
  ChannelBytes channel;
  channel.samples().sample_stats({.period_ns = 10'000});
  const std::uint32_t code = channel.code("data.py", "tokenize", 7, 0x030B, "\x80\x01\xF0\x02");
  const std::uint32_t stack = channel.stack({{code, 2}, {code, 0}});
  std::int64_t now_ns = 1'700'000'000'000'000'000;
  for (std::size_t i = below(random, 8); i > 0; --i) {
    now_ns += static_cast<std::int64_t>(below(random, 50'000));
    channel.sample(now_ns, {.tid = static_cast<std::uint32_t>(1 + below(random, 3)),
                            .stack = below(random, 3) == 0 ? 0 : stack,
                            .flags = static_cast<std::uint32_t>(below(random, 8)),
                            .wait = below(random, 3) == 0 ? "read /data/a.bin" : ""});
  }
  return channel.take();
}

std::string framed(wire::ChunkKind kind, std::size_t channel, std::string_view payload) {
  std::string bytes;
  bytes += static_cast<char>(kind);
  bytes += '\0';
  bytes += static_cast<char>(channel);
  bytes += static_cast<char>(payload.size() & 0xFFU);
  bytes += static_cast<char>(payload.size() >> 8U & 0xFFU);
  return bytes + std::string(payload);
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::string_view kTokens = "=\n\xFF\xFF\xFF\xFF\n\x01\x02\nrank=\npid=4711";
  std::string bytes = framed(wire::ChunkKind::Process, 0, "pid=100\nexe=python\nrank=1\n");
  for (std::size_t chunks = 1 + below(random, 4); chunks > 0; --chunks) {
    const std::size_t channel = below(random, 3);
    std::string payload = channel == 0   ? gpu_records(random)
                          : channel == 1 ? thread_records(random)
                                         : sample_records(random);
    // Mostly whole words, so that the records behind stay where they are looked for.
    for (std::size_t changes = below(random, 6); changes > 0 && payload.size() > 8; --changes)
      payload[below(random, payload.size())] = static_cast<char>(random() & 0xFFU);
    if (below(random, 8) == 0) mutate(payload, random, kTokens);
    bytes += framed(wire::ChunkKind::Records, channel, payload);
  }
  bytes += framed(wire::ChunkKind::Losses, 0, "dropped_records=3\n");
  bytes += framed(wire::ChunkKind::End, 0, "");
  if (below(random, 4) == 0) mutate(bytes, random, kTokens);
  return bytes;
}

}  // namespace lanescope

#include "tests/fuzz/files/made_packets.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/store/own_members.h"
#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

using namespace perfetto_packets;

using Random = std::mt19937_64;

std::string_view name(Random& random) {
  constexpr std::array<std::string_view, 9> kNames = {
      "aten::mm", "cudaLaunchKernel", "gemm",        "Memcpy HtoD (Pinned -> Device)",
      "step 1",   "ncclAllReduce",    "MmBackward0", "[memory]",
      ""};
  return kNames[below(random, kNames.size())];
}

std::uint64_t time(Random& random) {
  return 1'000 + 10 * below(random, 60);
}

constexpr std::uint64_t kTracks = 9;

/// Processes, threads, streams, counters; some of them children of each other.
std::string descriptors(Random& random) {
  std::string out = process_track(1, 77, "python train.py") + thread_track(2, 1, 77, 78, "main") +
                    thread_track(3, 1, 77, 79, "autograd") + process_track(4, 0, "GPU 0") +
                    thread_track(5, 4, 0, 7, "stream 7") + named_track(6, 1, "STREAM [ 1 ]") +
                    named_track(7, 1, "COMPUTE AGENT [4] QUEUE [1] GPU");
  out += named_track(8, 1, "used", bytes(8, number(3, 3) + number(4, 1024) + number(5, 1)));
  if (below(random, 3) == 0) out += named_track(9, 1 + below(random, 9), "inner", number(11, 3));
  if (below(random, 6) == 0) out += named_track(1, 9, "a parent of its own parent");
  if (below(random, 4) == 0)
    out += named_track(1 + below(random, 9), 1, "requests", bytes(14, kSpansDescription));
  return out;
}

std::string arguments(Random& random) {
  constexpr std::array<std::string_view, 8> kKeys = {"correlation", "corr_id",    "stream",
                                                     "device",      "stream_ID",  "grid_size",
                                                     "Input Dims",  "External id"};
  std::string out;
  for (std::size_t i = below(random, 4); i > 0; --i)
    out += argument(kKeys[below(random, kKeys.size())], number(4, below(random, 9)));
  if (below(random, 5) == 0)
    out += argument("list", bytes(12, number(4, 1)) + bytes(12, bytes(6, "a")));
  if (below(random, 5) == 0)
    out += argument("dict", bytes(11, bytes(10, "inner") + number(4, 1)) + number(2, 1));
  return out;
}

std::string details(Random& random) {
  constexpr std::array<std::string_view, 6> kCategories = {
      "kernel", "cpu_op", "cuda_runtime", "gpu_memcpy", "hip_runtime", "kernel_dispatch"};
  std::string out = arguments(random);
  if (below(random, 2) == 0) out += bytes(22, kCategories[below(random, kCategories.size())]);
  if (below(random, 3) == 0) out += fixed(47, below(random, 6));
  if (below(random, 6) == 0) out += fixed(48, below(random, 6));
  if (below(random, 6) == 0) out += bytes(3000, number(1, 500 + below(random, 4)));
  return out;
}

/// Begins and ends that mostly belong together.
std::string slices(Random& random) {
  std::string out;
  const std::uint64_t track = 1 + below(random, kTracks);
  std::uint64_t now = time(random);
  std::size_t open = 0;
  for (std::size_t i = 1 + below(random, 8); i > 0; --i) {
    now += 10 * below(random, 5);
    const bool begins = open == 0 ? below(random, 8) != 0 : below(random, 2) == 0;
    out += begins ? begin(track, now, name(random), details(random)) : end(track, now);
    open = begins ? open + 1 : open - std::min<std::size_t>(open, 1);
  }
  return out;
}

std::string values(Random& random) {
  const std::string value = below(random, 2) == 0
                                ? number(30, below(random, 99))
                                : real(44, 0.5 * static_cast<double>(below(random, 9)));
  return event(kCounter, 8, time(random), value) +
         event(kInstant, 1 + below(random, kTracks), time(random), bytes(23, name(random)));
}

std::string specification(std::uint64_t id, std::string_view text, unsigned kind) {
  return bytes(24, number(1, id) + bytes(2, text) + number(4, kind));
}

/// Events that mean something only with what their writer said before.
std::string interned_events(Random& random) {
  const unsigned sequence = 3 + static_cast<unsigned>(below(random, 2));
  const auto own = [&](const std::string& fields) { return packet(fields, sequence); };
  std::string out = own(number(kFlags, kCleared) +
                        bytes(kInterned, bytes(2, number(1, 1) + bytes(2, name(random))) +
                                             bytes(1, number(1, 1) + bytes(2, "kernel")) +
                                             bytes(3, number(1, 1) + bytes(2, "correlation"))) +
                        bytes(kDefaults, number(58, 6) + bytes(11, number(11, 2))));
  for (std::size_t i = 1 + below(random, 4); i > 0; --i) {
    out += own(number(kFlags, kNeedsState) + number(kTimestamp, time(random)) +
               bytes(kTrackEvent, number(9, 1 + below(random, 3)) + number(11, 2) +
                                      number(10, 1 + below(random, 2)) + number(3, 1) +
                                      bytes(4, number(1, 1) + number(4, below(random, 6)))));
  }
  if (below(random, 4) == 0) out += own(number(kDropped, 1));
  return out;
}

std::string clocks(Random& random) {
  const auto clock = [](unsigned id, std::uint64_t at, const std::string& more = {}) {
    return bytes(1, number(1, id) + number(2, at) + more);
  };
  const std::string snapshot =
      packet(bytes(kClockSnapshot, clock(6, 1'000) + clock(3, 400) + clock(1, 1'790'000'000'000))) +
      packet(bytes(kClockSnapshot, clock(6, 5'000) + clock(64, 5, number(3, 1) + number(4, 1'000))),
             5);
  const std::string on_it = packet(
      number(kTimestamp, below(random, 100)) + number(kClock, below(random, 2) == 0 ? 64 : 3) +
          bytes(kTrackEvent, number(9, kInstant) + number(11, 2) + bytes(23, "here")),
      5);
  return snapshot + on_it;
}

std::string render_stages(Random& random) {
  std::string out =
      packet(number(kFlags, kCleared) +
                 bytes(kInterned,
                       specification(1, "Compute queue 0", 2) + specification(2, "SDMA 0", 0) +
                           specification(3, "Kernel", 2) + specification(4, "Copy HtoD", 0) +
                           bytes(1000, number(1, 1) + bytes(2, "_Z4gemm") + bytes(3, "gemm()")) +
                           bytes(1001, number(1, 1) + bytes(2, "vgpr"))),
             6);
  const std::string launch = bytes(21, bytes(1, number(1, 8) + number(2, 2) + number(3, 1)) +
                                           bytes(2, number(1, 256) + number(2, 1) + number(3, 1)) +
                                           bytes(3, number(1, 1) + number(4, 64)));
  for (std::size_t i = 1 + below(random, 4); i > 0; --i) {
    out += packet(
        number(kFlags, kNeedsState) + number(kTimestamp, time(random)) +
            bytes(kGpuStage, number(1, 500 + below(random, 4)) + number(2, below(random, 99)) +
                                 number(11, below(random, 2)) + number(13, 1 + below(random, 3)) +
                                 number(14, 3 + below(random, 3)) + number(19, 1) + launch),
        6);
  }
  const std::string counter =
      bytes(1, number(1, 2) + bytes(2, "Bandwidth") + number(7, 7) + number(8, 22));
  return out +
         packet(number(kTimestamp, 10) + bytes(kGpuCounters, bytes(1, counter) + number(3, 0))) +
         packet(number(kTimestamp, time(random)) +
                bytes(kGpuCounters, bytes(2, number(1, 2) + real(3, 12.5)) + number(3, 0)));
}

/// Of Chrome: threads and times from descriptors and differences.
std::string legacy_events(Random& random) {
  std::string out = packet(bytes(kThreadDescriptor, number(1, 900) + number(2, 901) +
                                                        bytes(5, "legacy") + number(6, 50)),
                           7);
  for (std::size_t i = below(random, 6); i > 0; --i) {
    constexpr std::string_view kPhases = "XBEibenSFTP";
    const auto phase = static_cast<std::uint64_t>(kPhases[below(random, kPhases.size())]);
    out += packet(bytes(kTrackEvent, number(1, below(random, 9)) + bytes(23, "old") +
                                         bytes(6, number(2, phase) + number(3, below(random, 30)) +
                                                      number(11, below(random, 3)))),
                  7);
  }
  return out;
}

}  // namespace

std::string perfetto_file(std::mt19937_64& random) {
  constexpr std::array kParts = {slices,          slices, slices,        slices,       values,
                                 interned_events, clocks, render_stages, legacy_events};
  std::string first = descriptors(random), out;
  for (std::size_t parts = 1 + below(random, 8); parts > 0; --parts)
    out += kParts[below(random, kParts.size())](random);
  // Descriptors may come after what they describe.
  return below(random, 6) == 0 ? out + first : first + out;
}

}  // namespace lanescope

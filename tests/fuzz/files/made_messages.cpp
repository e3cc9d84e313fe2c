#include "tests/fuzz/files/made_messages.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

// Fields of any message.
using perfetto_packets::bytes;
using perfetto_packets::number;
using perfetto_packets::varint;

using Random = std::mt19937_64;

/// A plane whose names and kinds of events have numbers from tables behind its lines.
class Plane {
 public:
  explicit Plane(std::string own_name) : name_(std::move(own_name)) {}

  std::string stat(std::string_view key, std::uint64_t value, unsigned field = 4) {
    return bytes(4, number(1, number_in(names_, key)) + number(field, value));
  }
  std::string stat(std::string_view key, std::string_view value) {
    return bytes(4, number(1, number_in(names_, key)) + number(7, number_in(names_, value)));
  }
  std::string event(std::string_view kind, std::uint64_t begin_ps, std::uint64_t ps,
                    const std::string& stats) {
    return bytes(4,
                 number(1, number_in(kinds_, kind)) + number(2, begin_ps) + number(3, ps) + stats);
  }
  void line(std::uint64_t id, std::string_view text, std::uint64_t at_ns,
            const std::string& events) {
    lines_ += bytes(3, number(1, id) + bytes(2, text) + number(3, at_ns) + events);
  }
  void fact(std::string_view key, std::uint64_t value) {
    facts_ += bytes(6, number(1, number_in(names_, key)) + number(3, value));
  }
  [[nodiscard]] std::string text() const {
    return bytes(
        1, number(1, 0) + bytes(2, name_) + lines_ + table(4, kinds_) + table(5, names_) + facts_);
  }

 private:
  using Names = std::vector<std::string>;

  static std::uint64_t number_in(Names& names, std::string_view text) {
    const auto at = std::ranges::find(names, text) - names.begin();
    if (static_cast<std::size_t>(at) == names.size()) names.emplace_back(text);
    return static_cast<std::uint64_t>(at) + 1;
  }
  static std::string table(unsigned field, const Names& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
      out += bytes(field, number(1, i + 1) + bytes(2, number(1, i + 1) + bytes(2, names[i])));
    return out;
  }

  std::string name_, lines_, facts_;
  Names kinds_, names_;
};

std::uint64_t picoseconds(Random& random) {
  return 500'000 * below(random, 40);
}

std::string host_plane(Random& random) {
  constexpr std::array<std::string_view, 7> kKinds = {"cuLaunchKernel",
                                                      "jit_step:XLA GPU module",
                                                      "$train.py:12 step",
                                                      "$builtins len",
                                                      "hipLaunchKernel",
                                                      "fusion.1",
                                                      ""};
  constexpr std::array<std::string_view, 4> kLines = {"python", "worker/2", "Host Threads/7",
                                                      "main"};
  Plane host("/host:CPU");
  for (std::size_t lines = 1 + below(random, 3); lines > 0; --lines) {
    std::string events;
    for (std::size_t i = below(random, 6); i > 0; --i) {
      std::string stats;
      if (below(random, 2) == 0) stats += host.stat("correlation_id", below(random, 5));
      if (below(random, 3) == 0) stats += host.stat("hlo_op", "fusion.1");
      if (below(random, 4) == 0) stats += host.stat("_pt", below(random, 4)) + host.stat("_p", 7);
      if (below(random, 4) == 0) stats += host.stat("_ct", below(random, 4)) + host.stat("_c", 7);
      events += host.event(kKinds[below(random, kKinds.size())], picoseconds(random),
                           picoseconds(random), stats);
    }
    host.line(1 + below(random, 8), kLines[below(random, kLines.size())], 1'000 * below(random, 3),
              events);
  }
  return host.text();
}

std::string gpu_plane(Random& random) {
  constexpr std::array<std::string_view, 5> kLines = {
      "Stream #17(Kernel)", "Stream #3(MemcpyH2D,Memset)", "XLA Modules", "XLA Ops", "Steps"};
  Plane gpu("/device:GPU:" + std::to_string(below(random, 3)));
  for (std::size_t lines = 1 + below(random, 3); lines > 0; --lines) {
    std::string events;
    for (std::size_t i = below(random, 6); i > 0; --i) {
      std::string stats = gpu.stat("correlation_id", below(random, 5));
      if (below(random, 2) == 0)
        stats += gpu.stat("kernel_details",
                          "regs:40 static_shared:1024 dynamic_shared:96 grid:128,2,1 block:256,1,1"
                          " occ_pct:50");
      if (below(random, 2) == 0)
        stats += gpu.stat("hlo_op", "conv.2") + gpu.stat("hlo_module", "jit_step") +
                 gpu.stat("program_id", below(random, 3));
      if (below(random, 4) == 0)
        stats +=
            gpu.stat("memcpy_details", "kind_src:pinned kind_dst:device size:4096 dest:0 async:1");
      events += gpu.event(below(random, 3) == 0 ? "MemcpyH2D" : "gemm", picoseconds(random),
                          picoseconds(random), stats);
    }
    gpu.line(lines, kLines[below(random, kLines.size())], 100, events);
  }
  return gpu.text();
}

}  // namespace

std::string xplane_file(std::mt19937_64& random) {
  std::string out = below(random, 2) == 0 ? host_plane(random) : gpu_plane(random);
  for (std::size_t planes = below(random, 3); planes > 0; --planes)
    out += below(random, 2) == 0 ? host_plane(random) : gpu_plane(random);
  if (below(random, 2) == 0) {
    Plane task("Task Environment");
    task.fact("profile_start_time", 1'757'516'928'109'201'518);
    out += task.text();
  }
  return out;
}

std::string pprof_file(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 10> kTexts = {
      "",     "cpu",  "nanoseconds", "samples", "count",
      "main", "work", "train.py",    "thread",  "MainThread"};
  const auto packed = [](unsigned field, const std::vector<std::uint64_t>& values) {
    std::string content;
    for (const std::uint64_t value : values) content += varint(value);
    return bytes(field, content);
  };
  std::string out = bytes(1, number(1, 3) + number(2, 4)) + bytes(1, number(1, 1) + number(2, 2));
  for (std::size_t i = 1 + below(random, 5); i > 0; --i) {
    std::vector<std::uint64_t> places;
    for (std::size_t depth = below(random, 6); depth > 0; --depth)
      places.push_back(1 + below(random, 4));
    out +=
        bytes(2, packed(1, places) + packed(2, {1 + below(random, 3), 1'000 * below(random, 9)}) +
                     bytes(3, number(1, 8) + number(2, below(random, 10))));
  }
  for (std::uint64_t id = 1; id < 5; ++id) {
    out += bytes(4, number(1, id) + number(3, 0x1000 + id) +
                        bytes(4, number(1, 1 + id % 3) + number(2, 10 * id)));
    out += bytes(5, number(1, id) + number(2, 5 + id % 3) + number(4, 7) + number(5, id));
  }
  for (const std::string_view text : kTexts) out += bytes(6, text);
  return out + number(9, 1'700'000'000'000'000'000) + number(10, 5'000'000);
}

}  // namespace lanescope

// Memory held by PyTorch's allocator, from a stand-in package called torch to the capture file.
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/runner/session.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

/// Two devices: one whose numbers increase, one that is unused.
constexpr char kCuda[] = R"(
samples = 0
def is_initialized(): return True
def synchronize(): pass
def device_count(): return 2
def memory_stats_as_nested_dict(device):
    global samples
    samples += device == 0
    def kind(current): return {"all": {"current": current, "peak": current}}
    if device == 1: return {"allocated_bytes": kind(0), "reserved_bytes": kind(0)}
    return {"allocated_bytes": kind(1000 * samples), "reserved_bytes": kind(1 << 40)}
)";

constexpr char kScript[] = R"(
import time, torch
while torch.cuda.samples < 5 and %WAIT%: time.sleep(0.01)
)";

CaptureChunks record(const Interpreter& python, bool memory, const std::string& wait) {
  const TempFolder folder;
  write_below(folder, "lib/torch/__init__.py", "from . import autograd, cuda, version\n");
  write_below(folder, "lib/torch/version.py", "cuda = '13.0'\n");
  write_below(folder, "lib/torch/cuda.py", kCuda);
  write_below(folder, "lib/torch/autograd/__init__.py", "from . import profiler\n");
  write_below(folder, "lib/torch/autograd/profiler.py",
              "class profile: pass\nclass emit_nvtx: pass\n");
  std::string script = kScript;
  script.replace(script.find("%WAIT%"), 6, wait);
  write_below(folder, "train.py",
              "import sys\nsys.path.insert(0, '" + folder.path() + "/lib')" + script);
  CaptureOptions options;
  options.command = {python.path, folder.path() + "/train.py"};
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.python_folder = binary_folder() + "/python";
  options.file = folder.path() + "/run.lanes";
  options.environment = {
      {"LANESCOPE_CUPTI", binary_folder() + "/tests/capture/fake/libfake_cupti.so"}};
  options.memory = memory;
  auto started = CaptureSession::start(options, nullptr);
  REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
  REQUIRE(started.value()->wait_finished(60'000));
  started.value().reset();
  return take_apart(read_below(folder, "run.lanes"));
}

/// "name=value" of the counters of all channels, in order.
std::vector<std::string> counters_of(const CaptureChunks& file) {
  std::vector<std::string> counters;
  for (std::uint32_t channel = 1; channel < 65; ++channel) {
    const std::string records = file.records(0, channel);
    std::map<std::uint32_t, std::string> texts;
    for (std::size_t at = 0; at < records.size();) {
      wire::RecordHeader header;
      std::memcpy(&header, records.data() + at, sizeof header);
      REQUIRE(header.words != 0);
      if (header.type == static_cast<std::uint16_t>(wire::RecordType::String)) {
        wire::StringRecord text;
        std::memcpy(&text, records.data() + at, sizeof text);
        texts[header.aux] = records.substr(at + sizeof text, text.bytes);
      }
      if (header.type == static_cast<std::uint16_t>(wire::RecordType::Counter)) {
        wire::CounterRecord counter;
        std::memcpy(&counter, records.data() + at, sizeof counter);
        counters.push_back(texts[header.aux] + "=" +
                           std::to_string(static_cast<std::int64_t>(counter.value)));
      }
      at += header.words * wire::kWord;
    }
  }
  return counters;
}

}  // namespace

TEST_CASE("a recording with memory has what the allocator holds, twenty times a second") {
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto counters = counters_of(record(python, true, "True"));
    REQUIRE(counters.size() >= 8);
    for (std::size_t i = 0; i + 1 < counters.size(); i += 2) {
      CHECK(counters[i] == "GPU 0 allocated bytes=" + std::to_string(1000 * (i / 2 + 1)));
      CHECK(counters[i + 1] == "GPU 0 reserved bytes=1099511627776");
    }
  }
}

TEST_CASE("a recording without the wish leaves the allocator alone") {
  CHECK(counters_of(record(pythons().front(), false, "False")).empty());
}

// What CUPTI delivered earlier, delivered again by the fake one.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/cupti/dump.h"
#include "tests/capture/agent/fake_run.h"
#include "tests/capture/capture_chunks.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

namespace fs = std::filesystem;

/// The prefixes of the first buffers' names in a folder: "…/graphs-".
std::vector<std::string> prefixes_in(const fs::path& folder) {
  std::vector<std::string> prefixes;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    constexpr std::string_view kFirst = "-0.cupti";
    if (path.ends_with(kFirst)) prefixes.push_back(path.substr(0, path.size() - kFirst.size() + 1));
  }
  std::ranges::sort(prefixes);
  return prefixes;
}

std::vector<KernelFacts> sorted(std::vector<KernelFacts> kernels) {
  std::ranges::sort(kernels);
  return kernels;
}

/// A run in which the fake delivers only those buffers.
FakeRun replayed(const std::string& prefix) {
  FakeRun run;
  run.account.keeps_kernels = true;
  run.arguments = "--calls 0";
  setenv("FAKE_CUPTI_REPLAY", prefix.c_str(), 1);
  run.run();
  unsetenv("FAKE_CUPTI_REPLAY");
  return run;
}

/// The kernels of all processes in a capture file.
std::vector<KernelFacts> kernels_in(const std::string& path) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Account> channels;
  std::vector<KernelFacts> kernels;
  for (const ReadChunk& chunk : take_apart(content_of_file(path)).all) {
    if (!chunk.is(wire::ChunkKind::Records)) continue;
    Account& channel = channels[{chunk.header.process, chunk.header.channel}];
    channel.keeps_kernels = true;
    for (std::size_t at = 0; at < chunk.payload.size();) {
      wire::RecordHeader header;
      std::memcpy(&header, chunk.payload.data() + at, sizeof header);
      if (header.words == 0) break;
      channel.take(chunk.header.channel, header,
                   reinterpret_cast<const std::byte*>(chunk.payload.data() + at));
      at += header.words * wire::kWord;
    }
  }
  for (auto& [number, channel] : channels)
    kernels.insert(kernels.end(), channel.each_kernel.begin(), channel.each_kernel.end());
  return kernels;
}

}  // namespace

TEST_CASE("buffers that were dumped and delivered again give the same kernels") {
  for (const std::string script : {"", "version=18", "buffer_records=7"}) {
    for (const std::string mix : {"all", "graph"}) {
      CAPTURE(script);
      CAPTURE(mix);
      TempFolder folder;
      setenv(kDumpVariable, folder.path().c_str(), 1);
      FakeRun run;
      run.account.keeps_kernels = true;
      // With tiny buffers, no more than the agent's pool has, so that nothing is lost on a busy
      // machine.
      const int calls = script == "buffer_records=7" ? 14 : 350;
      run.arguments = "--calls " + std::to_string(calls) + " --kernels 5 --mix " + mix;
      run.script = script;
      run.run();
      unsetenv(kDumpVariable);
      REQUIRE(run.account.each_kernel.size() ==
              static_cast<std::size_t>(mix == "all" ? calls / 7 : calls * 20));
      const auto prefixes = prefixes_in(folder.path());
      REQUIRE(prefixes.size() == 1);
      const FakeRun again = replayed(prefixes.front());
      CHECK(sorted(again.account.each_kernel) == sorted(run.account.each_kernel));
      CHECK(again.account.orphans() == 0);
      CHECK(again.account.work == run.account.work);
      CHECK(again.account.stats.undecodable == 0);
      CHECK(WIFEXITED(again.status));
    }
  }
}

TEST_CASE("buffers of real GPUs give the kernels that were recorded with them") {
  std::size_t fixtures = 0;
  const fs::path folder = fs::path(source_folder()) / "tests" / "fixtures";
  std::error_code none;
  for (fs::directory_iterator at(folder, none), end; !none && at != end; at.increment(none)) {
    if (!at->path().filename().string().starts_with("cupti-")) continue;
    for (const std::string& prefix : prefixes_in(at->path())) {
      CAPTURE(prefix);
      ++fixtures;
      const FakeRun again = replayed(prefix);
      CHECK(again.account.stats.undecodable == 0);
      CHECK(again.account.stats.unknown_kind == 0);
      CHECK(again.account.orphans() == 0);
      const std::string channels = prefix.substr(0, prefix.size() - 1) + ".lanes";
      if (fs::exists(channels))
        CHECK(sorted(again.account.each_kernel) == sorted(kernels_in(channels)));
    }
  }
  if (fixtures == 0)
    skip_case("tests/fixtures has no cupti-VERSION-GPU folder, tests/gpu/prove.sh makes one");
}

// The agent with NVTX's own headers, from a real program to the capture file.
#include <filesystem>

#include <doctest/doctest.h>

#include "capture/host/runner/session.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// All records of a process, from all channels.
std::string records_of(const CaptureChunks& file, std::uint32_t process) {
  std::string records;
  for (const ReadChunk& chunk : file.all) {
    if (chunk.is(wire::ChunkKind::Records) && chunk.header.process == process)
      records += chunk.payload;
  }
  return records;
}

bool has(const std::string& bytes, const char* text) {
  return bytes.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a program, its libraries and its forked children tell their ranges without CUDA") {
  const std::string probes = binary_folder() + "/tests/probes/";
  if (!std::filesystem::exists(probes + "nvtx_program"))
    skip_case("NVTX's headers are not installed");
  const TempFolder folder;
  CaptureOptions options;
  options.command = {probes + "nvtx_program", probes + "nvtx_library.so"};
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.file = folder.path() + "/run.lanes";
  auto started = CaptureSession::start(options, nullptr);
  REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
  REQUIRE(started.value()->wait_finished(60'000));
  started.value().reset();

  const CaptureChunks file = take_apart(read_below(folder, "run.lanes"));
  const auto processes = file.texts(wire::ChunkKind::Process);
  REQUIRE(processes.size() == 2);
  CHECK(has(processes[0], "why=nvtx"));
  CHECK(has(processes[1], "why=nvtx"));
  const std::string parent = records_of(file, 0), child = records_of(file, 1);
  for (const char* text : {"the main thread", "of the program", "a domain", "of the library",
                           "of the library, wide", "the end"}) {
    CAPTURE(text);
    CHECK(has(parent, text));
    CHECK_FALSE(has(child, text));
  }
  CHECK(has(child, "of the child"));
  CHECK_FALSE(has(parent, "of the child"));
  for (const std::string& left : file.texts(wire::ChunkKind::Left)) CHECK(has(left, "reason=exit"));
}

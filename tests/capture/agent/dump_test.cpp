#include "capture/agent/dump.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <doctest/doctest.h>

#include "capture/agent/decode.h"
#include "tests/capture/agent/fake_run.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

/// A dumped buffer with its pointers leading to texts of this process.
struct Dump {
  explicit Dump(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(all.size() > sizeof header);
    std::memcpy(&header, all.data(), sizeof header);
    REQUIRE(std::string(header.magic, 8) == "LNSCUPTI");
    buffer.assign(all.begin() + sizeof header,
                  all.begin() + static_cast<std::ptrdiff_t>(sizeof header + header.bytes));
    std::memcpy(sizes.bytes, header.sizes, sizeof sizes.bytes);
    const char* at = all.data() + sizeof header + header.bytes;
    for (std::uint32_t text = 0; text < header.texts; ++text) {
      std::uint64_t pointer = 0;
      std::uint32_t bytes = 0;
      std::memcpy(&pointer, at, sizeof pointer);
      std::memcpy(&bytes, at + sizeof pointer, sizeof bytes);
      texts[pointer].assign(at + sizeof pointer + sizeof bytes, bytes);
      at += sizeof pointer + sizeof bytes + bytes;
    }
    patch();
  }
  void patch() {
    for (std::size_t at = 0; at + 8 <= buffer.size();) {
      std::uint32_t kind = 0;
      std::memcpy(&kind, buffer.data() + at, sizeof kind);
      if (sizes.of(kind) == 0) return;
      if (kind == static_cast<std::uint32_t>(cupti::Kind::ConcurrentKernel)) {
        std::uint64_t pointer = 0;
        std::memcpy(&pointer, buffer.data() + at + cupti::kernel::kName.offset, sizeof pointer);
        const char* const text = texts.at(pointer).c_str();
        std::memcpy(buffer.data() + at + cupti::kernel::kName.offset, &text, sizeof text);
      }
      at += sizes.of(kind);
    }
  }

  DumpHeader header{};
  std::vector<std::uint8_t> buffer;
  std::map<std::uint64_t, std::string> texts;
  SizeTable sizes;
};

}  // namespace

TEST_CASE("buffers that were dumped decode to what the viewer saw") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("lanescope-dump-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  setenv(kDumpVariable, folder.c_str(), 1);
  FakeRun run;
  run.arguments = "--calls 700 --mix all";
  run.run();
  unsetenv(kDumpVariable);
  std::map<std::string, std::uint64_t> kernels;
  static ApiNames apis;
  Correlation correlation;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    Dump dump(entry.path());
    CHECK(dump.header.version == 130001);
    TestRing ring;
    RecordingTo recording(ring);
    Decoder decoder({&dump.sizes, &apis, &correlation, nullptr});
    {
      Recording now;
      decoder.decode(dump.buffer.data(), dump.buffer.size(), now.lane());
    }
    CHECK(decoder.counts().undecodable == 0);
    const auto records = ring.read(1);
    const auto strings = strings_of(records);
    for (const ReadRecord& record : records) {
      if (record.type() == RecordType::Kernel) ++kernels[strings.at(record.header().aux)];
    }
  }
  std::filesystem::remove_all(folder);
  CHECK(run.account.count(RecordType::Kernel) == 100);
  CHECK(kernels == run.account.kernels);
}

#include "capture/agent/cupti/dump.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/cupti/decode.h"
#include "tests/capture/agent/fake_run.h"
#include "tests/capture/agent/test_ring.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

/// A dumped buffer whose pointers lead to texts in this process.
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
      decoder.decode(dump.buffer.data(), dump.buffer.size(), now.channel());
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

namespace {

/// A buffer with a kernel, a stream and a device, followed by half a kernel.
struct OneOfEach {
  OneOfEach() : sizes(sizes_of_version(130001)) {
    namespace k = cupti::kernel;
    put(cupti::Kind::ConcurrentKernel, k::kName.offset, kernel.c_str());
    put(cupti::Kind::Stream, 8, std::uint32_t{1});
    put(cupti::Kind::Device, cupti::device::kName.offset, device.c_str());
    put(cupti::Kind::ConcurrentKernel, k::kName.offset, kernel.c_str());
    bytes.resize(bytes.size() - 8);
  }
  template <typename Value>
  void put(cupti::Kind kind, std::size_t offset, Value value) {
    const std::size_t at = bytes.size();
    bytes.resize(at + sizes.of(static_cast<std::uint32_t>(kind)));
    std::memcpy(bytes.data() + at, &kind, sizeof kind);
    std::memcpy(bytes.data() + at + offset, &value, sizeof value);
  }
  std::string kernel = "_Z3addv", device = "H200";
  SizeTable sizes;
  std::vector<std::uint8_t> bytes;
};

}  // namespace

TEST_CASE("a dump has the buffer to its last byte, and the names of kernels and devices in order") {
  const TempFolder folder;
  const OneOfEach made;
  const FullBuffer full{made.bytes.data(), made.bytes.size(), nullptr, 0};
  dump_buffer(full, made.sizes, 130001);  // not requested
  setenv(kDumpVariable, folder.path().c_str(), 1);
  choose_dump_folder();
  dump_buffer(full, made.sizes, 130001);
  dump_buffer({made.bytes.data(), 0, nullptr, 0}, made.sizes, 130001);  // nothing to save
  dump_buffer(full, made.sizes, 130002);
  unsetenv(kDumpVariable);
  choose_dump_folder();
  dump_buffer(full, made.sizes, 130001);
  const std::string begin = folder.path() + "/" + std::to_string(getpid()) + "-";
  const std::string first = text_of_file(begin + "0.cupti"),
                    second = text_of_file(begin + "1.cupti");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
  DumpHeader header{};
  REQUIRE(first.size() > sizeof header);
  CHECK(second.size() == first.size());
  std::memcpy(&header, second.data(), sizeof header);
  CHECK(header.version == 130002);
  std::memcpy(&header, first.data(), sizeof header);
  CHECK(std::string(header.magic, 8) == "LNSCUPTI");
  CHECK(header.version == 130001);
  CHECK(header.texts == 2);
  CHECK(header.bytes == made.bytes.size());
  CHECK(std::memcmp(header.sizes, made.sizes.bytes, sizeof header.sizes) == 0);
  CHECK(first.compare(sizeof header, made.bytes.size(),
                      std::string(made.bytes.begin(), made.bytes.end())) == 0);
  std::string texts;
  for (const std::string* text : {&made.kernel, &made.device}) {
    const auto pointer = reinterpret_cast<std::uint64_t>(text->c_str());
    const auto bytes = static_cast<std::uint32_t>(text->size());
    texts.append(reinterpret_cast<const char*>(&pointer), sizeof pointer);
    texts.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    texts += *text;
  }
  CHECK(first.substr(sizeof header + made.bytes.size()) == texts);
}

TEST_CASE("where nothing can be dumped nothing is, and nobody is kept") {
  const OneOfEach made;
  setenv(kDumpVariable, "/there/is/no/folder", 1);
  choose_dump_folder();
  dump_buffer({made.bytes.data(), made.bytes.size(), nullptr, 0}, made.sizes, 130001);
  CHECK_FALSE(std::filesystem::exists("/there"));
  unsetenv(kDumpVariable);
  choose_dump_folder();
}

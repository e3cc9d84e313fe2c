#include "capture/agent/cupti/sizes.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/cupti/quirks.h"

using namespace lanescope::agent;
using cupti::Kind;

namespace {

std::size_t bytes_of(std::uint32_t version, Kind kind) {
  return sizes_of_version(version).of(static_cast<std::uint32_t>(kind));
}

std::uint32_t kind_at(const std::uint8_t* at) {
  return *reinterpret_cast<const std::uint32_t*>(at);
}

/// A library that walks over each kind by `step`: the number of bytes to the second record.
template <typename Step>
cupti::Result walk(std::uint8_t* buffer, std::uint8_t** record, Step step) {
  *record = *record == nullptr ? buffer : *record + step(kind_at(*record));
  return cupti::kSuccess;
}

std::string cuda(std::uint32_t version) {
  const CudaVersion cuda = cuda_of(version);
  return std::to_string(cuda.major) + "." + std::to_string(cuda.minor) + "." +
         std::to_string(cuda.update);
}

}  // namespace

TEST_CASE("a version has the sizes of its own and of those before it") {
  CHECK(bytes_of(17, Kind::Kernel) == 0);
  CHECK(bytes_of(18, Kind::ConcurrentKernel) == 200);
  CHECK(bytes_of(19, Kind::ConcurrentKernel) == 208);
  CHECK(bytes_of(25, Kind::Memcpy) == 88);
  CHECK(bytes_of(26, Kind::Memcpy) == 96);
  CHECK(bytes_of(27, Kind::Memcpy) == 96);
  CHECK(bytes_of(129'999, Kind::Kernel) == 208);
  CHECK(bytes_of(130'000, Kind::Kernel) == 216);
  CHECK(bytes_of(130'101, Kind::Kernel) == 224);
  CHECK(bytes_of(130'301, Kind::ConcurrentKernel) == 232);
  CHECK(bytes_of(130'401, Kind::ConcurrentKernel) == 248);
  CHECK(bytes_of(130'500, Kind::CudaEvent) == 80);
  CHECK(bytes_of(20, Kind::Overhead) == 40);
  CHECK(bytes_of(21, Kind::Overhead) == 48);
  CHECK(bytes_of(22, Kind::Context) == 24);
  CHECK(bytes_of(23, Kind::Context) == 32);
  CHECK(bytes_of(28, Kind::MemoryPool) == 72);
  CHECK(bytes_of(130'000, Kind::MemoryPool) == 80);
  CHECK(sizes_of_version(130'000).of(63) == 0);
  CHECK(sizes_of_version(130'000).of(64) == 0);
}

TEST_CASE("sizes are asked of the library, kind by kind") {
  const SizeTable probed =
      probe_sizes([](std::uint8_t* buffer, std::size_t valid, std::uint8_t** record) {
        CHECK(valid == 2048);
        return walk(buffer, record, [](std::uint32_t kind) { return std::size_t{8} * kind; });
      });
  CHECK(probed.of(0) == 0);
  for (std::uint32_t kind = 1; kind < cupti::kKindCount; ++kind) CHECK(probed.of(kind) == 8 * kind);
}

TEST_CASE("what a library says that can be no size is none") {
  const auto probe = [](NextRecord next) { return probe_sizes(next) == SizeTable{}; };
  // It accepts no record, or only the first.
  CHECK(probe([](std::uint8_t*, std::size_t, std::uint8_t**) { return cupti::kInvalidKind; }));
  CHECK(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    if (*record != nullptr) return cupti::kMaxLimitReached;
    *record = buffer;
    return cupti::kSuccess;
  }));
  // Its first record is elsewhere; its second is where the first is, or before it.
  CHECK(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    *record = *record == nullptr ? buffer + 8 : *record + 8;
    return cupti::kSuccess;
  }));
  CHECK(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    *record = buffer;
    return cupti::kSuccess;
  }));
  CHECK(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    *record = *record == nullptr ? buffer : buffer - 8;
    return cupti::kSuccess;
  }));
  // Not whole words, or at least half of the buffer.
  CHECK(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    return walk(buffer, record, [](std::uint32_t) { return 12; });
  }));
  CHECK(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    return walk(buffer, record, [](std::uint32_t) { return 1032; });
  }));
  CHECK_FALSE(probe([](std::uint8_t* buffer, std::size_t, std::uint8_t** record) {
    return walk(buffer, record, [](std::uint32_t) { return 1024; });
  }));
}

TEST_CASE("what was asked goes before the table, and whether they differ is said") {
  SizeTable probed;
  bool differs = true;
  CHECK(choose_sizes(130'000, probed, differs) == sizes_of_version(130'000));
  CHECK_FALSE(differs);
  probed.bytes[10] = 216;  // a kernel, as in the table
  probed.bytes[60] = 48;   // a kind missing in the table
  SizeTable chosen = choose_sizes(130'000, probed, differs);
  CHECK_FALSE(differs);
  CHECK(chosen.of(10) == 216);
  CHECK(chosen.of(60) == 48);
  CHECK(chosen.of(1) == 96);
  probed.bytes[1] = 104;
  probed.bytes[2] = 88;
  chosen = choose_sizes(130'000, probed, differs);
  CHECK(differs);
  CHECK(chosen.of(1) == 104);
  CHECK(chosen.of(2) == 88);
}

TEST_CASE("CUDA 12.0, which calls itself 11.8, is told from it by its kernels") {
  CHECK(release_of(18, sizes_of_version(18)) == 18);
  CHECK(release_of(18, sizes_of_version(19)) == 19);
  CHECK(release_of(18, SizeTable{}) == 18);
  CHECK(release_of(20, sizes_of_version(20)) == 20);
  CHECK(release_of(130'001, sizes_of_version(19)) == 130'001);
  bool differs = true;
  choose_sizes(release_of(18, sizes_of_version(19)), sizes_of_version(19), differs);
  CHECK_FALSE(differs);
}

TEST_CASE("a version is called by the CUDA that it came with") {
  CHECK(cuda(18) == "11.8.0");
  CHECK(cuda(19) == "12.0.0");
  CHECK(cuda(20) == "12.2.0");
  CHECK(cuda(21) == "12.3.0");
  CHECK(cuda(22) == "12.4.0");
  CHECK(cuda(23) == "12.5.0");
  CHECK(cuda(24) == "12.6.0");
  CHECK(cuda(26) == "12.8.0");
  CHECK(cuda(27) == "12.9.0");
  CHECK(cuda(28) == "12.9.1");
  CHECK(cuda(130'000) == "13.0.0");
  CHECK(cuda(130'102) == "13.1.2");
  CHECK(cuda(141'203) == "14.12.3");
  for (const std::uint32_t unknown : {0U, 17U, 25U, 29U, 129'999U}) CHECK(cuda(unknown) == "0.0.0");
}

TEST_CASE("each version has the quirks that are known of it, in turn") {
  const auto quirks = [](std::uint32_t version) {
    std::vector<std::string> words;
    for (std::size_t n = 0; const Quirk* const quirk = quirk_of(version, n); ++n) {
      const std::string text = quirk->text;
      words.push_back(text.substr(0, text.find(' ', text.find(' ') + 1)));
    }
    return words;
  };
  using Words = std::vector<std::string>;
  CHECK(quirks(21) == Words{"graph launches", "memory of", "very short"});
  CHECK(quirks(22) == Words{"CUPTI of", "graph launches", "memory of", "very short"});
  CHECK(quirks(23) == Words{"graph launches", "memory of", "very short"});
  CHECK(quirks(130'000) == Words{"CUPTI of", "graph launches", "memory of", "very short"});
  CHECK(quirks(130'100) == Words{"graph launches", "memory of", "very short"});
  CHECK(quirks(130'101) == Words{"memory of", "very short"});
  CHECK(quirks(130'401) == Words{"very short"});
}

// Which rings an agent accepts, by header and size.
#include <cstddef>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/ring/channels.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("a ring whose header lies is refused") {
  TestRing ring;
  const auto refused = [&](auto change) {
    auto* const header = static_cast<wire::RingHeader*>(ring.memory());
    const std::uint32_t channels_were = header->channels;
    const std::uint64_t bytes_were = header->channel_bytes, magic_was = header->magic;
    const std::uint16_t major_was = header->major;
    change(*header);
    const char* why = "";
    const bool taken = channels().attach(ring.memory(), ring.layout().total_bytes(), 1, &why);
    header->channels = channels_were;
    header->channel_bytes = bytes_were;
    header->magic = magic_was;
    header->major = major_was;
    channels().forget();
    return !taken && *why != '\0';
  };
  CHECK(refused([](wire::RingHeader& header) { header.magic = 0; }));
  CHECK(refused([](wire::RingHeader& header) { header.major = 9; }));
  CHECK(refused([](wire::RingHeader& header) { header.channels = 0; }));
  CHECK(refused([](wire::RingHeader& header) { header.channels = 4000; }));
  CHECK(refused([](wire::RingHeader& header) { header.channel_bytes = 12345; }));
  CHECK(refused([](wire::RingHeader& header) { header.channel_bytes = 1ULL << 60; }));
  CHECK(refused([](wire::RingHeader& header) { header.channel_bytes = 2048; }));
}

namespace {

/// Why a ring of `bytes` with this layout is rejected; empty if it is accepted.
std::string refusal(const wire::RingLayout& layout, std::size_t bytes) {
  TestRing ring;
  wire::begin_ring(*static_cast<wire::RingHeader*>(ring.memory()), layout);
  const char* why = "";
  const bool taken = channels().attach(ring.memory(), bytes, 1, &why);
  CHECK(channels().attached() == taken);
  CHECK((*why == '\0') == taken);
  channels().forget();
  return why;
}

}  // namespace

TEST_CASE("a ring's sizes fit one another to the byte, or it is refused with the reason") {
  const std::string sizes = "the ring buffer's sizes do not match";
  const wire::RingLayout least{3, 4096, 4096};
  CHECK(refusal(least, least.total_bytes()).empty());
  CHECK(refusal(least, least.total_bytes() - 1) == sizes);
  CHECK(refusal(least, wire::kPage - 1) == "the shared memory is not a ring buffer");
  TestRing other;
  const char* why = "";
  auto& header = *static_cast<wire::RingHeader*>(other.memory());
  ++header.major;
  CHECK_FALSE(channels().attach(other.memory(), other.layout().total_bytes(), 1, &why));
  CHECK(std::string(why) == "the ring buffer has another version");
  --header.major;
  ++header.magic;
  CHECK_FALSE(channels().attach(other.memory(), other.layout().total_bytes(), 1, &why));
  CHECK(std::string(why) == "the shared memory is not a ring buffer");
  CHECK(refusal({2, 4096, 4096}, 1U << 24) == sizes);
  CHECK(refusal({3, 2048, 4096}, 1U << 24) == sizes);
  CHECK(refusal({3, 4096, 2048}, 1U << 24) == sizes);
  CHECK(refusal({4097, 4096, 4096}, std::size_t{1} << 40) == sizes);
  CHECK(refusal({4096, 4096, 4096, 4096}, std::size_t{1} << 40).empty());
  CHECK(refusal({3, 1ULL << 32, 4096}, std::size_t{1} << 40).empty());
  CHECK(refusal({3, 1ULL << 33, 4096}, std::size_t{1} << 40) == sizes);
  // Thread channels of two sizes: the small size matters only if there are small channels.
  wire::RingLayout mixed{4, 8192, 4096};
  mixed.large_channels = 2;
  mixed.small_channel_bytes = 4096;
  CHECK(refusal(mixed, mixed.total_bytes()).empty());
  mixed.small_channel_bytes = 2048;
  CHECK(refusal(mixed, 1U << 24) == sizes);
  mixed.large_channels = 3;
  CHECK(refusal(mixed, 1U << 24).empty());
  mixed.large_channels = 4097;
  CHECK(refusal(mixed, 1U << 24) == sizes);
}

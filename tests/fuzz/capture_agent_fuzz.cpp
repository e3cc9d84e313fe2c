// Whatever the bytes: the agent decodes a buffer of CUPTI's without reading beyond it, and what it
// writes to the ring are whole records.
//
// Texts that records point to may be gone; here some are, and some are good.
#include <array>
#include <vector>

#include "capture/agent/cupti/decode.h"
#include "tests/capture/agent/test_ring.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace {

using namespace lanescope;
using namespace lanescope::agent;

constexpr std::array<std::uint32_t, 13> kVersions = {18, 19, 20, 21,     22,     23,    24,
                                                     26, 27, 28, 130000, 130001, 130400};

cupti::Result name_of(int domain, std::uint32_t id, const char** name) {
  if (id > 20) return cupti::kInvalidParameter;
  *name = domain == 2 && id == 1 ? "cudaLaunchKernel_v7000" : "cudaFuncSetAttribute_v9000";
  return cupti::kSuccess;
}

void set_text(std::vector<std::uint8_t>& buffer, std::size_t at, const char* text) {
  if (at + sizeof text <= buffer.size()) std::memcpy(&buffer[at], &text, sizeof text);
}

/// Walks as the decoder will.
void point_texts(std::vector<std::uint8_t>& buffer, const SizeTable& sizes) {
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= buffer.size();) {
    std::uint32_t kind = 0;
    std::memcpy(&kind, &buffer[at], sizeof kind);
    const char* const text = (at & 8U) != 0 ? "void gemm<float, 4>(float*)" : nullptr;
    const bool is_left = (at & 16U) != 0;  // whatever stands there
    if (!is_left && (static_cast<cupti::Kind>(kind) == cupti::Kind::Kernel ||
                     static_cast<cupti::Kind>(kind) == cupti::Kind::ConcurrentKernel))
      set_text(buffer, at + cupti::kernel::kName.offset, text);
    if (!is_left && static_cast<cupti::Kind>(kind) == cupti::Kind::Device)
      set_text(buffer, at + cupti::device::kName.offset, text);
    if (sizes.of(kind) == 0) return;
    at += sizes.of(kind);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const SizeTable sizes = sizes_of_version(kVersions[data[0] % kVersions.size()]);
  std::vector<std::uint8_t> buffer(data + 1, data + size);
  point_texts(buffer, sizes);

  static TestRing ring;
  static const RecordingTo recording(ring);
  ApiNames apis;
  apis.load(name_of);
  Correlation correlation;
  Decoder decoder{Decoder::Setup{&sizes, &apis, &correlation, nullptr}};
  {
    Recording now;
    decoder.decode(buffer.data(), buffer.size(), now.channel());
  }
  demand(decoder.counts().undecodable <= buffer.size(), "no more is lost than there was");
  for (const ReadRecord& record : ring.read(1))
    demand(record.bytes.size() == record.header().words * wire::kWord, "records are whole");
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::array<std::uint32_t, 16> kKinds = {1,  2,  4,  5,  8,  9,  10, 17,
                                                    20, 22, 36, 37, 38, 49, 51, 52};
  std::string bytes(1, static_cast<char>(random() & 0xFFU));
  const SizeTable sizes =
      sizes_of_version(kVersions[static_cast<std::uint8_t>(bytes[0]) % kVersions.size()]);
  for (std::size_t records = below(random, 20); records > 0; --records) {
    const std::uint32_t kind = kKinds[below(random, kKinds.size())];
    std::string record(std::max<std::size_t>(sizes.of(kind), sizeof kind), '\0');
    for (char& byte : record) byte = static_cast<char>(random() & 0xFFU);
    std::memcpy(record.data(), &kind, sizeof kind);
    bytes += record;
  }
  bytes.resize(bytes.size() - below(random, 2) * below(random, bytes.size()));
  if (below(random, 4) == 0) mutate(bytes, random, "");
  return bytes;
}

}  // namespace lanescope

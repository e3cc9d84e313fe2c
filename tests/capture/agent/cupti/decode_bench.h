// Buffers as CUPTI fills them, and what the decoder produces from them.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "capture/agent/cupti/decode.h"
#include "tests/capture/agent/test_ring.h"

namespace lanescope::agent {

/// CUPTI's names for the few ids that the tests use.
inline cupti::Result name_of(int domain, std::uint32_t id, const char** name) {
  if (id > 20) return cupti::kInvalidParameter;
  *name = domain == 2 && id == 1   ? "cudaLaunchKernel_v7000"
          : domain == 2 && id == 2 ? "cudaGetLastError_v3020"
                                   : "cudaFuncSetAttribute_v9000";
  return cupti::kSuccess;
}

struct Made {
  std::vector<std::uint8_t> bytes;

  template <typename Type>
  void set(std::size_t record, std::uint32_t offset, Type value) {
    if (record + offset + sizeof value <= bytes.size())
      std::memcpy(bytes.data() + record + offset, &value, sizeof value);
  }
  std::size_t add(const SizeTable& sizes, cupti::Kind kind) {
    const std::size_t at = bytes.size();
    bytes.resize(at + sizes.of(static_cast<std::uint32_t>(kind)));
    set(at, 0, static_cast<std::uint32_t>(kind));
    return at;
  }
};

struct Bench {
  explicit Bench(std::uint32_t version = 130001) : sizes(sizes_of_version(version)) {
    apis.load(name_of);
  }
  std::vector<ReadRecord> decode(const std::uint8_t* data, std::size_t bytes) {
    {
      Recording now;
      decoder.decode(data, bytes, now.channel());
    }
    return ring.read(1);
  }
  std::vector<ReadRecord> decode(const Made& made) {
    return decode(made.bytes.data(), made.bytes.size());
  }

  TestRing ring;
  RecordingTo recording{ring};
  SizeTable sizes;
  ApiNames apis;
  Correlation correlation;
  Decoder decoder{Decoder::Setup{&sizes, &apis, &correlation, nullptr}};
};

inline std::vector<ReadRecord> of_type(const std::vector<ReadRecord>& records,
                                       wire::RecordType type) {
  std::vector<ReadRecord> some;
  for (const ReadRecord& record : records) {
    if (record.type() == type) some.push_back(record);
  }
  return some;
}

}  // namespace lanescope::agent

// Records as the sampler writes them about one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/sampler/sample_channel.h"
#include "tests/capture/sampler/decoded_samples.h"
#include "tests/capture/sampler/made_python.h"

namespace lanescope {

class MadeSamples {
 public:
  explicit MadeSamples(std::int64_t pid = 7) : channel_(pid) {
    made_.show(pid, {});
    reader_ = made_.reader();
    std::string problem;
    python_ = reader_->open(pid, problem);
    channel_.open(1);
  }

  /// The channel begins anew.
  MadeSamples& open() {
    channel_.open(1);
    return *this;
  }
  /// `count` samples of thread 8, the last one at `time_ns`.
  MadeSamples& waits(std::int64_t time_ns, std::string_view in, std::uint32_t count = 1) {
    return add(time_ns, 0, channel_.string(in), count);
  }
  /// The same in the function "f3" of "made.py".
  MadeSamples& runs(std::int64_t time_ns, std::uint32_t count = 1, std::uint32_t flags = 0) {
    const std::vector<PythonFrame> frames{{3, 34}};
    return add(time_ns, channel_.stack(frames, false, *python_).value(), 0, count, flags);
  }
  MadeSamples& stats(std::int64_t period_ns, std::uint64_t missed, std::int64_t time_ns = 1) {
    channel_.stats({{}, time_ns, period_ns, 0, 0, missed, 0});
    return *this;
  }
  /// What was added since the last call.
  std::vector<std::byte> take() {
    const std::vector<std::byte> bytes(channel_.bytes().begin(), channel_.bytes().end());
    channel_.clear();
    return bytes;
  }

 private:
  MadeSamples& add(std::int64_t time_ns, std::uint32_t stack, std::uint32_t wait,
                   std::uint32_t count, std::uint32_t flags = 0) {
    const auto state = wait != 0 ? wire::SampledState::Waiting : wire::SampledState::Running;
    channel_.sample({{}, time_ns, time_ns, count, 8, stack, wait}, state, flags);
    return *this;
  }

  MadePython made_;
  std::unique_ptr<PythonReader> reader_;
  std::unique_ptr<PythonProcess> python_;
  SampleChannel channel_;
};

inline DecodedSamples decoded_samples(std::span<const std::byte> records) {
  DecodedSamples decoded;
  decoded.add(records);
  return decoded;
}

}  // namespace lanescope

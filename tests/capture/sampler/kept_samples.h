// A sink that keeps what it is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/sampler/sampler.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/decoded_samples.h"

namespace lanescope {

/// Any thread may ask for it.
class KeptSamples : public SamplerSink {
 public:
  struct Process {
    std::vector<std::string> hellos;
    std::vector<std::byte> records;
    bool left = false;
  };

  void on_process(std::int64_t pid, std::string_view hello) override {
    const std::scoped_lock lock(mutex_);
    processes_[pid].hellos.emplace_back(hello);
  }
  bool on_records(std::int64_t pid, std::span<const std::byte> records) override {
    const std::scoped_lock lock(mutex_);
    auto& all = processes_.at(pid).records;
    all.insert(all.end(), records.begin(), records.end());
    return true;
  }
  void on_left(std::int64_t pid) override {
    const std::scoped_lock lock(mutex_);
    processes_.at(pid).left = true;
  }
  void on_problem(std::string_view sentence) override {
    const std::scoped_lock lock(mutex_);
    problems_.emplace_back(sentence);
  }

  void on_left_out(std::string_view problem) override {
    const std::scoped_lock lock(mutex_);
    left_out_.emplace_back(problem);
  }

  std::map<std::int64_t, Process> processes() {
    const std::scoped_lock lock(mutex_);
    return processes_;
  }
  std::vector<std::string> problems() {
    const std::scoped_lock lock(mutex_);
    return problems_;
  }
  std::vector<std::string> left_out() {
    const std::scoped_lock lock(mutex_);
    return left_out_;
  }
  bool has_left(std::int64_t pid) { return processes()[pid].left; }
  std::size_t hellos(std::int64_t pid) { return processes()[pid].hellos.size(); }
  DecodedSamples decoded(std::int64_t pid) {
    DecodedSamples decoded;
    decoded.add(processes()[pid].records);
    return decoded;
  }
  /// How many samples so far show `so`.
  template <typename Condition>
  std::uint32_t count(std::int64_t pid, Condition&& so) {
    std::uint32_t counted = 0;
    for (const DecodedSample& sample : decoded(pid).samples)
      counted += so(sample) ? sample.record.count : 0;
    return counted;
  }
  template <typename Condition>
  bool soon_has(std::int64_t pid, std::uint32_t samples, Condition&& so) {
    return comes_true([&] { return count(pid, so) >= samples; });
  }

 private:
  std::mutex mutex_;
  std::map<std::int64_t, Process> processes_;
  std::vector<std::string> problems_, left_out_;
};

}  // namespace lanescope

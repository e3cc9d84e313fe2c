// The activity records of fake_cupti: what is enabled, and the buffers that records go into.
#pragma once

#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "capture/agent/cupti/cupti_abi.h"
#include "capture/agent/cupti/sizes.h"
#include "tests/capture/fake/fake_script.h"

namespace lanescope::fake {

namespace cupti = agent::cupti;

class FakeActivity {
 public:
  FakeActivity(const FakeScript& script, const agent::SizeTable& sizes)
      : sizes_(sizes),
        most_records_(script.get("buffer_records", UINT64_MAX)),
        hold_(script.get("hold")),
        dropped_(script.get("dropped")),
        other_thread_(script.get("other_thread") != 0) {}

  void register_callbacks(cupti::BufferRequested requested, cupti::BufferCompleted completed) {
    const std::lock_guard lock(mutex_);
    requested_ = requested;
    completed_ = completed;
    taken_ = false;
  }
  void enable(cupti::Kind kind, bool on) {
    const std::lock_guard lock(mutex_);
    if (on)
      kinds_.insert(kind);
    else
      kinds_.erase(kind);
  }
  [[nodiscard]] std::size_t kinds() {
    const std::lock_guard lock(mutex_);
    return kinds_.size();
  }
  [[nodiscard]] std::size_t thinned() {
    const std::lock_guard lock(mutex_);
    return thinned_.size();
  }
  void thin(int domain, std::uint32_t id, bool on) {
    const std::lock_guard lock(mutex_);
    if (on)
      thinned_.erase({domain, id});
    else
      thinned_.insert({domain, id});
  }
  [[nodiscard]] bool api_enabled(int domain, std::uint32_t id) {
    const std::lock_guard lock(mutex_);
    const auto kind = domain == cupti::kDomainRuntime ? cupti::Kind::Runtime : cupti::Kind::Driver;
    return kinds_.contains(kind) && !thinned_.contains({domain, id});
  }

  /// From now on another profiler's callbacks get the records.
  void take_over() {
    const std::lock_guard lock(mutex_);
    taken_ = true;
  }

  /// A record under construction, as long as the simulated version has it.
  class Record {
   public:
    template <typename Type>
    void set(cupti::Field<Type> field, Type value) {
      if (field.offset + sizeof(Type) <= bytes_.size())
        std::memcpy(bytes_.data() + field.offset, &value, sizeof value);
    }
    std::vector<std::uint8_t> bytes_;
  };
  [[nodiscard]] Record record(cupti::Kind kind) const {
    Record made;
    made.bytes_.resize(sizes_.of(static_cast<std::uint32_t>(kind)));
    const auto number = static_cast<std::uint32_t>(kind);
    std::memcpy(made.bytes_.data(), &number, sizeof number);
    return made;
  }

  /// False: it went to another profiler, or the kind is disabled.
  bool add(cupti::Kind kind, const Record& record) {
    const std::lock_guard lock(mutex_);
    if (taken_ || !kinds_.contains(kind) || requested_ == nullptr) return false;
    put(record.bytes_);
    return true;
  }
  /// Delivers the records of a buffer that another process received, then completes the buffer.
  template <typename Records>
  void replay(const Records& records) {
    const std::lock_guard lock(mutex_);
    if (requested_ == nullptr) return;
    for (const auto& record : records) put(record.bytes);
    if (buffer_ != nullptr) finish();
  }

  void flush() {
    const std::lock_guard lock(mutex_);
    const std::size_t hold = hold_;
    hold_ = 0;
    for (const Held& held : held_) deliver(held.buffer, held.size, held.used);
    held_.clear();
    if (buffer_ != nullptr) finish();
    hold_ = hold;
  }

  std::size_t take_dropped() {
    const std::lock_guard lock(mutex_);
    return std::exchange(dropped_, 0);
  }

  [[nodiscard]] const agent::SizeTable& sizes() const { return sizes_; }

 private:
  struct Held {
    std::uint8_t* buffer;
    std::size_t size, used;
  };

  void put(const std::vector<std::uint8_t>& record) {
    const std::size_t bytes = record.size();
    if (buffer_ != nullptr && (size_ - used_ < bytes || records_ >= most_records_)) finish();
    if (buffer_ == nullptr) {
      std::size_t most = 0;
      requested_(&buffer_, &size_, &most);
      used_ = records_ = 0;
    }
    std::memcpy(buffer_ + used_, record.data(), bytes);
    used_ += bytes;
    ++records_;
  }

  void deliver(std::uint8_t* buffer, std::size_t size, std::size_t used) {
    if (!other_thread_) return completed_(nullptr, 0, buffer, size, used);
    std::thread([&] { completed_(nullptr, 0, buffer, size, used); }).join();
  }

  void finish() {
    if (held_.size() < hold_)
      held_.push_back({buffer_, size_, used_});
    else
      deliver(buffer_, size_, used_);
    buffer_ = nullptr;
  }

  const agent::SizeTable sizes_;
  const std::uint64_t most_records_;
  std::size_t hold_;
  std::size_t dropped_;
  const bool other_thread_;
  std::mutex mutex_;
  cupti::BufferRequested requested_ = nullptr;
  cupti::BufferCompleted completed_ = nullptr;
  std::set<cupti::Kind> kinds_;
  std::set<std::pair<int, std::uint32_t>> thinned_;
  bool taken_ = false;
  std::uint8_t* buffer_ = nullptr;
  std::size_t size_ = 0, used_ = 0;
  std::uint64_t records_ = 0;
  std::vector<Held> held_;
};

}  // namespace lanescope::fake

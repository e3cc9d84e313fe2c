// Published<T>: how the loader thread hands a frozen object to any number of readers.
// A mutex around the pointer swap: std::atomic<std::shared_ptr> of g++ 12 draws a ThreadSanitizer
// report from inside the library.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace lanescope {

template <typename T>
class Published {
 public:
  struct Versioned {
    std::shared_ptr<const T> value;  // null before the first publish
    std::uint64_t generation = 0;    // counts publishes
  };

  void publish(std::shared_ptr<const T> value) {
    const std::lock_guard lock(mutex_);
    value_ = std::move(value);
    ++generation_;
  }
  [[nodiscard]] Versioned get() const {
    const std::lock_guard lock(mutex_);
    return {value_, generation_};
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const T> value_;
  std::uint64_t generation_ = 0;
};

}  // namespace lanescope

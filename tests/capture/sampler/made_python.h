// A Python whose stacks the test makes up.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "capture/sampler/python_reader.h"

namespace lanescope {

/// What the threads of a process are to be seen doing. Any thread may change it.
class MadePython {
 public:
  struct Thread {
    std::uint32_t tid = 0;
    std::vector<PythonFrame> frames;  // innermost first
    bool holds_gil = false, torn = false;
    std::string name;
    bool in_queue = false;  // if it waits for a futex
  };

  void show(std::int64_t pid, std::vector<Thread> threads) {
    const std::scoped_lock lock(mutex_);
    threads_[pid] = std::move(threads);
  }
  /// From now on, there is no Python in any process.
  void vanish() {
    const std::scoped_lock lock(mutex_);
    threads_.clear();
  }
  /// Readers of it, which it must outlive.
  std::unique_ptr<PythonReader> reader() { return std::make_unique<Reader>(*this); }

  /// How often stacks were read.
  [[nodiscard]] int looks() {
    const std::scoped_lock lock(mutex_);
    return looks_;
  }

 private:
  class Process : public PythonProcess {
   public:
    Process(MadePython& made, std::int64_t pid) : made_(&made), pid_(pid) {}

    bool look(PythonLook& look) override {
      const std::scoped_lock lock(made_->mutex_);
      ++made_->looks_;
      const auto of = made_->threads_.find(pid_);
      if (of == made_->threads_.end()) return false;
      shown_ = of->second;
      for (const Thread& thread : shown_) {
        look.threads.push_back({thread.tid, look.frames.size(), thread.frames.size(),
                                thread.holds_gil, thread.torn, false, thread.name});
        look.frames.insert(look.frames.end(), thread.frames.begin(), thread.frames.end());
      }
      return true;
    }
    bool is_in_queue(std::size_t thread, std::uint64_t) override {
      return shown_.at(thread).in_queue;
    }
    /// Code 3 is "f3" of "made.py", which begins in line 30; there is no code 99.
    const PythonCode* code(std::uint64_t number) override {
      if (number == 99) return nullptr;
      code_.address = number;
      code_.name = "f" + std::to_string(number);
      code_.file = "made.py";
      code_.first_line = static_cast<std::int32_t>(number * 10);
      code_.python = 0x030B;
      code_.line_table.assign(number % 5, std::byte{7});
      return &code_;
    }

   private:
    MadePython* made_;
    std::int64_t pid_;
    std::vector<Thread> shown_;
    PythonCode code_;
  };
  class Reader : public PythonReader {
   public:
    explicit Reader(MadePython& made) : made_(&made) {}
    std::unique_ptr<PythonProcess> open(std::int64_t pid, std::string&) override {
      const std::scoped_lock lock(made_->mutex_);
      if (!made_->threads_.contains(pid)) return nullptr;
      return std::make_unique<Process>(*made_, pid);
    }

   private:
    MadePython* made_;
  };

  std::mutex mutex_;
  int looks_ = 0;
  std::map<std::int64_t, std::vector<Thread>> threads_;
};

}  // namespace lanescope

#include "capture/sampler/python/remote_python_reader.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "capture/sampler/python/python_sampler.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// Where _PyRuntime is in processes whose stacks cannot be read, by their numbers.
using UnreadablePythons = std::unordered_map<pid_t, std::uint64_t>;

class RemotePythonProcess : public PythonProcess {
 public:
  RemotePythonProcess(pid_t pid, PythonSampler sampler,
                      std::shared_ptr<UnreadablePythons> unreadable)
      : pid_(pid), sampler_(std::move(sampler)), unreadable_(std::move(unreadable)) {}

  bool look(PythonLook& look) override {
    if (!sampler_.sample()) return false;
    if (sampler_.seems_unreadable()) {
      unreadable_->insert_or_assign(pid_, sampler_.runtime());
      return false;
    }
    for (const SampledPythonThread& thread : sampler_.threads()) add(thread, look);
    look.gils = sampler_.gils();
    return true;
  }

  bool is_in_queue(std::size_t thread, std::uint64_t futex) override {
    LANESCOPE_CHECK(thread < sampler_.threads().size(), "thread {} of {}", thread,
                    sampler_.threads().size());
    return sampler_.is_in_queue(sampler_.threads()[thread], futex);
  }

  const PythonCode* code(std::uint64_t number) override {
    return sampler_.code(static_cast<std::uint32_t>(number));
  }

 private:
  static void add(const SampledPythonThread& thread, PythonLook& look) {
    look.threads.push_back({.tid = thread.tid,
                            .first_frame = look.frames.size(),
                            .depth = thread.frames.size(),
                            .holds_gil = thread.holds_gil,
                            .torn = thread.is_torn,
                            .cut = thread.is_cut,
                            .name = thread.name});
    for (const SampledPythonFrame& frame : thread.frames)
      look.frames.push_back({.code = frame.code, .instruction = frame.instruction});
  }

  const pid_t pid_;
  PythonSampler sampler_;
  const std::shared_ptr<UnreadablePythons> unreadable_;
};

class RemotePythonReader : public PythonReader {
 public:
  std::unique_ptr<PythonProcess> open(std::int64_t pid, std::string& problem) override {
    const auto number = static_cast<pid_t>(pid);
    auto sampler = PythonSampler::open(number);
    if (!sampler.ok()) {
      if (sampler.error().kind != Error::Kind::NotFound) problem = sampler.error().message;
      return nullptr;
    }
    const auto known = unreadable_->find(number);
    if (known != unreadable_->end() && known->second == sampler.value().runtime()) {
      problem = "Python's frames do not match its version; is it a debug build?";
      return nullptr;
    }
    return std::make_unique<RemotePythonProcess>(number, std::move(sampler.value()), unreadable_);
  }

 private:
  const std::shared_ptr<UnreadablePythons> unreadable_ = std::make_shared<UnreadablePythons>();
};

}  // namespace

std::unique_ptr<PythonReader> make_remote_python_reader() {
  return std::make_unique<RemotePythonReader>();
}

}  // namespace lanescope

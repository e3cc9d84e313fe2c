#include "capture/sampler/python/python_sampler.h"

#include <unordered_map>
#include <utility>

#include "capture/sampler/python/find_python.h"
#include "capture/sampler/python/queue_waits.h"
#include "capture/sampler/python/thread_id.h"
#include "capture/sampler/python/thread_list.h"
#include "capture/sampler/python/thread_names.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

// Samples in a row of which no stack could be read, after which Python is looked for again: the
// process may run another program by now. It may also just have been interrupted between two
// frames.
constexpr std::uint64_t kLookAgainAfter = 256;

}  // namespace

class PythonSampler::Reader {
 public:
  Reader(pid_t pid, const FoundPython& python)
      : memory_(pid),
        python_(python),
        list_(memory_, python_),
        names_(memory_, python_),
        queues_(memory_, python_),
        stacks_(memory_, python_.layout, python_.code_type) {}

  bool sample();
  bool is_in_queue(std::uint64_t state, std::uint64_t futex) {
    const auto known = known_.find(state);
    return known != known_.end() && queues_.is_in_queue(known->second.stack.innermost(), futex);
  }

  [[nodiscard]] std::span<const SampledPythonThread> threads() const { return sampled_; }
  [[nodiscard]] const ThreadList& list() const { return list_; }
  [[nodiscard]] const PythonCodes& codes() const { return stacks_.codes; }
  [[nodiscard]] const RemotePythonLayout& layout() const { return python_.layout; }
  [[nodiscard]] PythonSampleCounts counts() const { return counts_; }
  [[nodiscard]] std::uint64_t runtime() const { return python_.runtime; }
  [[nodiscard]] bool seems_unreadable() const {
    return !is_ever_readable_ && unreadable_in_row_ >= kLookAgainAfter;
  }

 private:
  struct Thread {
    explicit Thread(std::uint64_t state) : stack(state) {}
    ThreadStack stack;
    std::uint64_t python_id = 0;
    std::uint32_t tid = 0;
    std::uint64_t seen = 0;  // the sample
  };

  const char* copy_state(std::uint64_t address);
  SampledPythonThread read(const ListedThread& listed);
  [[nodiscard]] bool is_still_there() const;
  void add_names();
  void forget_ended();

  const RemoteMemory memory_;
  const FoundPython python_;
  ThreadList list_;
  ThreadNames names_;
  QueueWaits queues_;
  StackReader stacks_;
  RemoteCopies copies_;
  std::vector<char> new_state_;
  std::unordered_map<std::uint64_t, Thread> known_;
  std::vector<SampledPythonThread> sampled_;
  std::vector<ThreadNames::Thread> named_;  // as many
  PythonSampleCounts counts_;
  std::uint64_t unreadable_in_row_ = 0;
  bool is_ever_readable_ = false;
};

/// From the copies, or for a thread that is new to the list, read now.
const char* PythonSampler::Reader::copy_state(std::uint64_t address) {
  const auto known = known_.find(address);
  if (known != known_.end()) return known->second.stack.state_copy();
  new_state_.resize(python_.layout.runtime.thread_bytes);
  return memory_.read(address, new_state_.data(), new_state_.size()) ? new_state_.data() : nullptr;
}

bool PythonSampler::Reader::sample() {
  ++stacks_.sample;
  stacks_.calls.start_sample();
  if (stacks_.codes.start_sample()) {
    for (auto& [state, thread] : known_) thread.stack.forget();
  }
  sampled_.clear();
  named_.clear();
  copies_.clear();
  list_.request(copies_);
  for (auto& [state, thread] : known_) thread.stack.request(python_.layout, copies_);
  copies_.fetch(memory_);
  if (!list_.follow(copies_, [this](std::uint64_t address) { return copy_state(address); }))
    return false;
  counts_.lists += list_.is_torn() ? 1 : 0;
  bool is_any_readable = false, is_any_unreadable = false;
  for (const ListedThread& listed : list_.threads()) {
    // A list that changed while it was followed may have led back to an earlier thread.
    const auto known = known_.find(listed.state);
    if (known != known_.end() && known->second.seen == stacks_.sample) continue;
    sampled_.push_back(read(listed));
    const SampledPythonThread& thread = sampled_.back();
    named_.push_back({listed.state, listed.interpreter, listed.python_id, thread.tid});
    ++counts_.stacks;
    counts_.torn += thread.is_torn ? 1 : 0;
    is_any_readable = is_any_readable || !thread.frames.empty();
    is_any_unreadable = is_any_unreadable || (thread.is_torn && thread.frames.empty());
  }
  add_names();
  forget_ended();
  is_ever_readable_ = is_ever_readable_ || is_any_readable;
  unreadable_in_row_ = is_any_unreadable && !is_any_readable ? unreadable_in_row_ + 1 : 0;
  return unreadable_in_row_ % kLookAgainAfter != kLookAgainAfter - 1 || is_still_there();
}

bool PythonSampler::Reader::is_still_there() const {
  const auto now = find_python(memory_.pid());
  return now.ok() && now.value().runtime == python_.runtime &&
         now.value().layout.python.version == python_.layout.python.version;
}

SampledPythonThread PythonSampler::Reader::read(const ListedThread& listed) {
  Thread& thread = known_.try_emplace(listed.state, listed.state).first->second;
  LANESCOPE_CHECK(thread.seen != stacks_.sample, "each thread once in a sample");
  thread.seen = stacks_.sample;
  thread.stack.read(stacks_);
  if (listed.native_id != 0) {
    thread.tid = listed.native_id;
  } else if (thread.tid == 0 || thread.python_id != listed.python_id ||
             !thread.stack.is_unchanged()) {
    // The next thread often has both where one that has just ended had them.
    thread.tid = find_thread_id(memory_, listed.python_id);
  }
  thread.python_id = listed.python_id;
  return {.state = listed.state,
          .tid = thread.tid,
          .holds_gil = listed.holds_gil,
          .is_torn = thread.stack.is_torn(),
          .is_cut = thread.stack.is_cut(),
          .is_unchanged = thread.stack.is_unchanged(),
          .frames = thread.stack.frames()};
}

void PythonSampler::Reader::add_names() {
  LANESCOPE_CHECK(named_.size() == sampled_.size(), "{} threads to name, not {}", sampled_.size(),
                  named_.size());
  names_.look(named_, ThreadNames::Clock::now());
  for (std::size_t at = 0; at < named_.size(); ++at)
    sampled_[at].name = names_.name_of(named_[at].state);
}

void PythonSampler::Reader::forget_ended() {
  std::erase_if(known_, [this](const auto& each) { return each.second.seen != stacks_.sample; });
}

PythonSampler::PythonSampler(std::unique_ptr<Reader> reader) : reader_(std::move(reader)) {}
PythonSampler::PythonSampler(PythonSampler&&) noexcept = default;
PythonSampler& PythonSampler::operator=(PythonSampler&&) noexcept = default;
PythonSampler::~PythonSampler() = default;

Result<PythonSampler> PythonSampler::open(pid_t pid) {
  auto python = find_python(pid);
  if (!python.ok()) return python.error();
  return PythonSampler(std::make_unique<Reader>(pid, python.value()));
}

bool PythonSampler::sample() {
  return reader_->sample();
}
std::span<const SampledPythonThread> PythonSampler::threads() const {
  return reader_->threads();
}
bool PythonSampler::is_in_queue(const SampledPythonThread& thread, std::uint64_t futex) {
  return reader_->is_in_queue(thread.state, futex);
}
std::vector<PythonLook::Gil> PythonSampler::gils() const {
  return reader_->list().gils();
}
const PythonCode* PythonSampler::code(std::uint32_t number) const {
  return reader_->codes().find(number);
}
std::uint16_t PythonSampler::python_version() const {
  return reader_->layout().python.version;
}
std::uint64_t PythonSampler::runtime() const {
  return reader_->runtime();
}
bool PythonSampler::seems_unreadable() const {
  return reader_->seems_unreadable();
}
PythonSampleCounts PythonSampler::counts() const {
  return reader_->counts();
}

}  // namespace lanescope

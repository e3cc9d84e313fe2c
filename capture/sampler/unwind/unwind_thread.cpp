#include "capture/sampler/unwind/unwind_thread.h"

#include <utility>

#include "core/base/check.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope {

UnwindThread::UnwindThread(std::unique_ptr<DwarfUnwinder> unwinder)
    : unwinder_(std::move(unwinder)) {
  LANESCOPE_CHECK(unwinder_ != nullptr, "nothing to unwind with");
  is_alive_ = start_thread(thread_, [this] { run(); });
}

UnwindThread::~UnwindThread() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
  }
  asked_.notify_one();
}

void UnwindThread::map(std::int64_t pid, Map code) {
  if (!is_alive_) return;
  if (code != nullptr) {
    maps_[pid] = std::move(code);
    return;
  }
  // In its turn, so that no stack of it comes later.
  if (maps_.erase(pid) == 0) return;
  const std::scoped_lock lock(mutex_);
  requests_.push_back({0, pid, {}, nullptr});
  asked_.notify_one();
}

std::optional<std::uint64_t> UnwindThread::add(std::int64_t pid, StackCopy stack) {
  if (!is_alive_ || uncollected_ >= kMostWaiting) return std::nullopt;
  std::unique_lock lock(mutex_);
  if (waiting_bytes_ + stack.bytes.size() > kMostWaitingBytes) return std::nullopt;
  waiting_bytes_ += stack.bytes.size();
  const auto known = maps_.find(pid);
  requests_.push_back(
      {++last_, pid, std::move(stack), known != maps_.end() ? known->second : nullptr});
  ++uncollected_;
  LANESCOPE_CHECK(uncollected_ <= kMostWaiting, "at most {} stacks, not {}", kMostWaiting,
                  uncollected_);
  const bool is_awaited = requests_.size() == 1 || requests_.size() == kGathered;
  lock.unlock();  // or it would wake up to wait for this
  if (is_awaited) asked_.notify_one();
  return last_;
}

std::vector<UnwindThread::Unwound> UnwindThread::collect() {
  std::vector<Unwound> unwound;
  {
    const std::scoped_lock lock(mutex_);
    unwound.swap(unwound_);
  }
  LANESCOPE_CHECK(unwound.size() <= uncollected_, "{} of {} stacks", unwound.size(), uncollected_);
  uncollected_ -= unwound.size();
  return unwound;
}

std::deque<UnwindThread::Request> UnwindThread::next() {
  std::unique_lock lock(mutex_);
  asked_.wait(lock, [this] { return is_stopping_ || !requests_.empty(); });
  // A wake for each stack would cost as much as some of them take.
  asked_.wait_for(lock, kGatherFor,
                  [this] { return is_stopping_ || requests_.size() >= kGathered; });
  if (is_stopping_) return {};
  return std::exchange(requests_, {});
}

bool UnwindThread::unwind(const Request& request) {
  if (request.number == 0) {
    forget(request.pid);
    return true;
  }
  Unwound unwound{request.number, request.pid, stack_of(request)};
  const std::scoped_lock lock(mutex_);
  LANESCOPE_CHECK(request.stack.bytes.size() <= waiting_bytes_, "{} of {} waiting bytes",
                  request.stack.bytes.size(), waiting_bytes_);
  waiting_bytes_ -= request.stack.bytes.size();
  LANESCOPE_CHECK(unwound_.empty() || unwound_.back().number < unwound.number,
                  "stacks in their order, not {} now", unwound.number);
  unwound_.push_back(std::move(unwound));
  return !is_stopping_;
}

UnwoundStack UnwindThread::stack_of(const Request& request) {
  if (request.code == nullptr) return {};
  // A library may lie where another one was at the stack before.
  Map& mapped = mapped_[request.pid];
  if (mapped != request.code) {
    unwinder_->map(request.pid, *request.code);
    mapped = request.code;
  }
  return unwinder_->unwind(request.pid, request.stack);
}

void UnwindThread::forget(std::int64_t pid) {
  mapped_.erase(pid);
  unwinder_->forget(pid);
}

void UnwindThread::run() {
  name_thread("unwinder");
  for (;;) {
    std::deque<Request> requests = next();
    if (requests.empty()) return;
    for (; !requests.empty(); requests.pop_front()) {
      if (!unwind(requests.front())) return;
    }
    time_.note();
  }
}

}  // namespace lanescope

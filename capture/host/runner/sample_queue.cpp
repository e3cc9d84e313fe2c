#include "capture/host/runner/sample_queue.h"

#include <chrono>
#include <utility>

#include "capture/host/runner/sample_records.h"

namespace lanescope {

SampleQueue::Taken SampleQueue::take() {
  const std::scoped_lock lock(mutex_);
  bytes_ = 0;
  return std::exchange(taken_, {});
}

bool SampleQueue::add(Event event) {
  const std::size_t size = event.bytes.size() + sizeof event;
  const std::scoped_lock lock(mutex_);
  if (bytes_ + size > most_bytes_) return false;
  bytes_ += size;
  taken_.events.push_back(std::move(event));
  return true;
}

// Without its Process event, records of a process are dropped where they are taken; without its
// Left event, its number is used on, should there be another process with its PID.

void SampleQueue::on_process(std::int64_t pid, std::string_view hello) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  add({Event::Kind::Process, pid, std::string(hello), std::chrono::nanoseconds(now).count()});
}

bool SampleQueue::on_records(std::int64_t pid, std::span<const std::byte> records) {
  if (add({Event::Kind::Records, pid,
           std::string(reinterpret_cast<const char*>(records.data()), records.size()), 0}))
    return true;
  const SampleCounts counts = count_samples(records);
  const std::scoped_lock lock(mutex_);
  Loss& loss = taken_.lost[pid];
  loss.records += counts.records;
  loss.samples += counts.samples;
  return false;
}

void SampleQueue::on_left(std::int64_t pid) {
  add({Event::Kind::Left, pid, {}, 0});
}

void SampleQueue::on_problem(std::string_view sentence) {
  add({Event::Kind::Problem, 0, std::string(sentence), 0});
}

void SampleQueue::on_left_out(std::string_view problem) {
  add({Event::Kind::LeftOut, 0, std::string(problem), 0});
}

}  // namespace lanescope

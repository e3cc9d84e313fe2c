// What is seen of the program's threads from outside: from the sampler into the recording.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "capture/host/runner/runner.h"
#include "capture/sampler/python/remote_python_reader.h"
#include "capture/sampler/thread_time.h"
#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kChannel = 0;  // of a sampled process, which has no other

}  // namespace

void CaptureRunner::start_sampler() {
  if (options_.sample_hz <= 0) return;
  SamplerOptions options;
  std::tie(options.command, options.marker) = family();
  options.adopter = adopter_;
  if (attached_) options.command = attached_->pid();
  if (attached_) samples_.take_from_first();
  options.rate_hz = options_.sample_hz;
  options.is_paused = paused_;
  options.native = options_.native;
  options.python = make_remote_python_reader();
  options.machine = {"libnvidia-ml.so.1", "/sys/devices/system/cpu"};
  auto sampler = HostSampler::start(std::move(options), sample_queue_);
  if (!sampler.ok())
    return add_own_problem(CaptureListener::kNoProcess, "no_samples",
                           "threads are not sampled: " + sampler.error().message);
  sampler_ = std::move(sampler).value();
}

/// Waits for the tick that the sampler is in.
void CaptureRunner::stop_sampler() {
  if (!sampler_) return;
  sampler_.reset();
  take_samples();
}

void CaptureRunner::take_samples() {
  const Ns begin_ns = thread_cpu_ns();
  const SampleQueue::Taken taken = sample_queue_.take();
  for (const SampleQueue::Event& event : taken.events) take_sampled(event);
  for (const auto& [pid, loss] : taken.lost) samples_.lose(pid, loss.records, loss.samples);
  sample_queue_.add_spent(thread_cpu_ns() - begin_ns);
}

void CaptureRunner::take_sampled(const SampleQueue::Event& event) {
  switch (event.kind) {
    case SampleQueue::Event::Kind::Process:
      return samples_.join(event.pid, event.bytes, event.monotonic_ns);
    case SampleQueue::Event::Kind::Records:
      if (!samples_.take(event.pid, std::as_bytes(std::span(event.bytes)))) return;
      // What was held of it until now is recorded, too.
      note_begin(samples_.sampled_since_ns(event.pid));
      return note_event();
    case SampleQueue::Event::Kind::Left:
      return samples_.leave(event.pid);
    case SampleQueue::Event::Kind::Problem: {
      std::string_view sentence = event.bytes;
      if (sentence.ends_with('.')) sentence.remove_suffix(1);
      return add_own_problem(CaptureListener::kNoProcess, "not_sampled", sentence);
    }
    case SampleQueue::Event::Kind::LeftOut:
      return add_problem(CaptureListener::kNoProcess, event.bytes);
  }
}

RecordedSamples::Sink CaptureRunner::samples_sink() {
  RecordedSamples::Sink sink;
  sink.next_number = [this] { return next_process_++; };
  sink.join = [this](std::uint32_t process, std::string_view hello) {
    if (spool_) spool_->append_text(wire::ChunkKind::Process, process, hello);
    if (listener_ != nullptr) listener_->on_process(process, hello);
  };
  sink.take = [this](std::uint32_t process, std::span<const std::byte> records,
                     std::uint64_t count) {
    if (spool_) spool_->append_records(process, kChannel, records, count);
    if (listener_ != nullptr) listener_->on_records(process, kChannel, records);
  };
  sink.leave = [this](std::uint32_t process, std::int64_t pid) { leave_sampled(process, pid); };
  sink.lose = [this](std::uint32_t process, std::uint64_t records) {
    if (!spool_) return;
    MessageText text;
    text.add("dropped_records", static_cast<std::int64_t>(records));
    spool_->append_text(wire::ChunkKind::Losses, process, text.text());
  };
  return sink;
}

void CaptureRunner::leave_sampled(std::uint32_t process, std::int64_t pid) {
  MessageText text;
  text.add("pid", pid);
  if (const auto end = end_of_command(pid)) {
    if (end->exit_code || end->signal) text.add("reason", end->signal ? "killed" : "exit");
    if (end->exit_code) text.add("code", *end->exit_code);
    if (end->signal) text.add("signal", *end->signal);
  }
  if (spool_) spool_->append_text(wire::ChunkKind::Left, process, text.text());
  if (listener_ != nullptr) listener_->on_left(process, text.text());
}

}  // namespace lanescope

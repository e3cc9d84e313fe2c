#include "app/workspace/attach/attachment.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/workspace/attach/trace_samples.h"
#include "capture/host/files/recording_name.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLookEvery{100};

}  // namespace

Attachment::Attachment(RunningProcess process, KinetoOrder order, AttachRequest request,
                       std::function<void()> wake, int sample_hz)
    : process_(std::move(process)),
      order_(std::move(order)),
      request_(std::move(request)),
      sample_hz_(sample_hz),
      wake_(std::move(wake)),
      since_(Clock::now()) {
  if (!start_thread(worker_, [this](const std::stop_token& stop) { work(stop); }))
    publish(std::nullopt, std::string(kNoThreads));
}

AttachState Attachment::state() const {
  const std::lock_guard lock(mutex_);
  AttachState state = state_;
  state.stage_s = std::chrono::duration<double>(Clock::now() - since_).count();
  return state;
}

void Attachment::publish(std::optional<AttachStage> stage, std::string problem, bool cannot_ask) {
  {
    const std::lock_guard lock(mutex_);
    if (stage == state_.stage && problem.empty()) return;
    state_.stage = stage;
    state_.problem = std::move(problem);
    state_.cannot_ask = cannot_ask;
    since_ = Clock::now();
  }
  if (wake_) wake_();
}

void Attachment::note_no_samples(std::string why) {
  const std::lock_guard lock(mutex_);
  state_.no_samples = std::move(why);
}

void Attachment::work(const std::stop_token& stop) {
  if (std::string problem = why_not_new_file(output()); !problem.empty())
    return publish(std::nullopt, std::move(problem));
  auto opened = KinetoAttach::open(process_, order_, output());
  if (!opened.ok()) return publish(std::nullopt, opened.error().message, true);
  KinetoAttach& attach = *opened.value();
  std::mutex idle;
  std::condition_variable_any pause;
  std::unique_lock lock(idle);
  std::optional<AttachStage> reached;
  TraceSamples samples(process_.pid, sample_hz_);
  while (!stop.stop_requested() && reached != AttachStage::Done) {
    const auto stage = attach.look(Clock::now());
    if (!stage.ok()) return publish(reached, stage.error().message);
    reached = stage.value();
    samples.keep_up(*reached);
    if (reached == AttachStage::Done) note_no_samples(samples.join(output()));
    publish(reached, "");
    if (reached != AttachStage::Done) pause.wait_for(lock, stop, kLookEvery, [] { return false; });
  }
}

std::string process_title(const RunningProcess& process) {
  std::string program = program_title(process.arguments);
  std::ranges::replace_if(
      program, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  if (program.empty()) return fmt::format("process {}", process.pid);
  return fmt::format("{} ({})", program, process.pid);
}

}  // namespace lanescope

#include <thread>
#include <utility>

#include <fmt/format.h>

#include "capture/host/runner/runner.h"
#include "core/base/check.h"
#include "core/base/text/command_words.h"
#include "core/base/version.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostProblems = 100;      // kept for display
constexpr std::uint64_t kMostWritten = 10'000;  // limits how many problems can fill the file

std::string_view word_of(LeftReason reason) {
  switch (reason) {
    case LeftReason::Killed:
      return "killed";
    case LeftReason::Lost:
      return "lost";
    default:
      return "exit";
  }
}

}  // namespace

void CaptureRunner::handle_events() {
  for (const ControlEvent& event : server_->poll()) handle(event);
}

void CaptureRunner::handle(const ControlEvent& event) {
  LANESCOPE_CHECK(is_own_thread(), "the session's thread to hear of peer {}", event.peer);
  if (event.kind == ControlEvent::Kind::Joined) return join(event);
  if (event.kind == ControlEvent::Kind::Refused) return turn_away(event);
  CapturedProcess* process = process_of(event.peer);
  if (process == nullptr || !process->present()) return;
  switch (event.kind) {
    case ControlEvent::Kind::Message:
      return take_message(*process, event);
    case ControlEvent::Kind::HungUp:
      return hang_up(*process, event);
    case ControlEvent::Kind::Ended:
      return leave(*process, process->said_bye ? LeftReason::Exit : LeftReason::Killed);
    default:
      return;
  }
}

void CaptureRunner::join(const ControlEvent& event) {
  if (stop_until_ns_ != 0) return;  // too late: without a reply it does not record
  auto ring = RingMemory::make(options_.ring);
  if (!ring.ok()) {
    ControlEvent refused = event;
    refused.why = "not enough memory for its records: " + ring.error().message;
    server_->turn_away(event.peer);
    return turn_away(refused);
  }
  const std::uint32_t index = next_process_++;
  processes_.push_back(std::make_unique<CapturedProcess>(index, event.peer, event.pid,
                                                         MessageText(event.text),
                                                         std::move(ring).value(), monotonic_ns()));
  published_ns_ = 0;  // publish it before its records are in the file
  CapturedProcess& process = *processes_.back();
  process.ring().set_paused(paused_);
  note_begin(monotonic_ns());
  if (spool_) spool_->append_text(wire::ChunkKind::Process, index, event.text);
  if (listener_ != nullptr) listener_->on_process(index, event.text);
  if (!server_->configure(event.peer, config_text(), process.ring().descriptor()))
    add_own_problem(index, "no_answer", "the process exited before it was answered");
}

void CaptureRunner::turn_away(const ControlEvent& event) {
  const std::int64_t pid = MessageText(event.text).number("pid").value_or(event.pid);
  add_own_problem(CaptureListener::kNoProcess, "refused",
                  fmt::format("process {} is not recorded: {}", pid, event.why));
}

void CaptureRunner::take_message(CapturedProcess& process, const ControlEvent& event) {
  const std::uint32_t index = process.state().index;
  switch (event.type) {
    case wire::Message::Caps:
      requested_.take_caps(event.text);
      if (spool_) spool_->append_text(wire::ChunkKind::Caps, index, event.text);
      if (listener_ != nullptr) listener_->on_caps(index, event.text);
      return;
    case wire::Message::Problem:
      return add_problem(index, event.text);
    case wire::Message::Stopped:
      process.stopped = true;
      return;
    case wire::Message::Bye:
      process.said_bye = true;
      return;
    default:
      return;
  }
}

void CaptureRunner::hang_up(CapturedProcess& process, const ControlEvent& event) {
  process.hung_up_ns = monotonic_ns();
  if (!event.why.empty())
    add_own_problem(process.state().index, "broken_connection", "the process " + event.why);
}

void CaptureRunner::leave(CapturedProcess& process, LeftReason reason) {
  LANESCOPE_CHECK(process.present() && reason != LeftReason::None,
                  "process {} to leave once, with a reason", process.pid());
  read_rest_of(process);
  CapturedProcessState& state = process.state();
  if (RangeWatch* watch = saves_.watch()) watch->leave(state.index);
  if (reason != LeftReason::Lost) {
    if (const auto end = end_of_command(process.pid())) {
      state.exit_code = end->exit_code;
      state.signal = end->signal;
      if (end->signal || end->exit_code)
        reason = end->signal ? LeftReason::Killed : LeftReason::Exit;
    }
  }
  state.left = reason;
  process.update(monotonic_ns());
  MessageText text;
  text.add("reason", word_of(reason));
  if (state.exit_code) text.add("code", *state.exit_code);
  if (state.signal) text.add("signal", *state.signal);
  if (spool_) {
    spool_->append_text(wire::ChunkKind::Left, state.index, text.text());
    spool_->append_text(wire::ChunkKind::Losses, state.index, process.losses());
  }
  if (listener_ != nullptr) listener_->on_left(state.index, text.text());
  process.release();
}

void CaptureRunner::add_problem(std::uint32_t process, std::string_view text) {
  LANESCOPE_CHECK(is_own_thread(), "the session's thread to note a problem");
  LANESCOPE_CHECK(process == CaptureListener::kNoProcess || process < next_process_,
                  "one of {} processes, or none, not {}", next_process_, process);
  ++problem_count_;
  if (problems_.size() < kMostProblems) {
    const MessageText fields(text);
    problems_.push_back(
        {fields.value("code"), fields.value("text"), fields.value("hint"), process});
  }
  if (problem_count_ > kMostWritten) return;
  if (spool_) spool_->append_text(wire::ChunkKind::Problem, process, text);
  if (listener_ != nullptr) listener_->on_problem(process, text);
}

void CaptureRunner::add_own_problem(std::uint32_t process, std::string_view code,
                                    std::string_view text, std::string_view hint) {
  MessageText fields;
  fields.add("code", code).add("text", text);
  if (!hint.empty()) fields.add("hint", hint);
  add_problem(process, fields.text());
}

CapturedProcess* CaptureRunner::process_of(std::uint32_t peer) {
  for (const auto& process : processes_) {
    if (process->peer() == peer) return process.get();
  }
  return nullptr;
}

CapturedProcess::Sink CaptureRunner::sink_of(std::uint32_t process) {
  LANESCOPE_CHECK(process < next_process_, "one of {} processes, not {}", next_process_, process);
  const auto take = [this, process](std::uint32_t channel, const ChannelReading& reading) {
    if (reading.has_event) note_event();
    requested_.take_records(reading.records);
    if (RangeWatch* watch = saves_.watch()) watch->take(process, channel, reading.records);
    if (spool_) spool_->append_records(process, channel, reading.records, reading.count);
    if (listener_ != nullptr) listener_->on_records(process, channel, reading.records);
  };
  const auto broken = [this, process](std::uint32_t channel, const std::string& fault) {
    add_own_problem(process, "broken_lane",
                    fmt::format("channel {} {}; the rest of it is not read", channel, fault),
                    "a stray pointer in the program may have overwritten it");
  };
  return {take, broken};
}

/// A process that joins but does nothing is no reason to replace an existing recording.
void CaptureRunner::note_event() {
  if (std::exchange(has_events_, true)) return;
  publish(phase());  // publish it before it is in the file
  if (spool_) spool_->begin(start_ns_);
  samples_.begin();
}

std::optional<CommandEnd> CaptureRunner::end_of_command(std::int64_t pid) {
  const std::lock_guard lock(command_mutex_);
  if (!command_ || command_->pid() != pid) return std::nullopt;
  return command_->end();
}

void CaptureRunner::read_rest_of(CapturedProcess& process) {
  process.read_rest(sink_of(process.state().index));
}

void CaptureRunner::write_session() {
  MessageText text;
  text.add("program", "lanescope " + std::string(kVersion))
      .add("command", join_words(options_.command));
  if (options_.attach_pid != 0) text.add("attached", options_.attach_pid);
  text.add("folder", options_.folder).add("level", static_cast<int>(options_.level));
  text.add("stacks", options_.stacks ? 1 : 0).add("shapes", options_.shapes ? 1 : 0);
  text.add("memory", options_.memory ? 1 : 0).add("sample_hz", options_.sample_hz);
  text.add("cpus", std::thread::hardware_concurrency());  // those that it may use
  text.add("native", native_mode_name(options_.native));
  text.add("flush_ms", options_.flush_ms).add("buffer_mb", options_.buffer_mb);
  text.add("keep_last_ns", options_.keep_last_ns).add("keep_last_bytes", options_.keep_last_bytes);
  spool_->append_text(wire::ChunkKind::Session, 0, text.text());
}

std::string CaptureRunner::config_text() const {
  MessageText text;
  text.add("level", static_cast<int>(options_.level)).add("stacks", options_.stacks ? 1 : 0);
  text.add("flush_ms", options_.flush_ms).add("buffer_mb", options_.buffer_mb);
  text.add("paused", paused_ ? 1 : 0);
  return text.text();
}

}  // namespace lanescope

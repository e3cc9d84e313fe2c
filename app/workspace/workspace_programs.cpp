// Recorded programs, and processes that were asked for a trace.
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/workspace/workspace.h"
#include "capture/host/files/recording_name.h"
#include "core/base/files/log.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Removes links to the Output tab, if no open trace has it.
void forget_output(Notice& notice) {
  if (notice.on_click == NoticeAction::ShowOutput) notice.action.clear();
  if (notice.other_on_click == NoticeAction::ShowOutput) notice.other_action.clear();
}

}  // namespace

void Workspace::perform(const workspace::Record& command) {
  const RecordRequest& request = command.request;
  std::error_code ignored;  // the capture reports if it cannot write there
  if (fs::exists(request.file, ignored)) {
    refusal_ = "Save to: " + request.file + " already exists; choose another name";
    return;
  }
  fs::create_directories(fs::path(request.file).parent_path(), ignored);
  auto started = Recording::start(request);
  if (!started.ok()) {
    refusal_ = started.error().message;
    return;
  }
  if (command.file_named) remembered_.note_recording_in(request.file);
  recordings_.current = std::move(started).value();
  log_line(LogLevel::Info, "recording " + recordings_.current->program_with_pid() + " to " +
                               recordings_.current->file());
  remembered_.note_record(request);
  perform(workspace::ShowRecording{});
}

void Workspace::perform(const workspace::ShowRecording& /*command*/) {
  const Recording* recording = recordings_.current.get();
  const OpenTrace* shown = trace_of(recording);
  if (recording == nullptr || (shown != nullptr && shown == opening_.get())) return;
  dispose(std::move(opening_b_));
  dispose(std::move(opening_));
  if (shown != nullptr) return;
  const bool all = keeps_all(recording->request());
  begin_opening(
      begin_load({recording->file(), all ? Session::Kind::Capture : Session::Kind::KeptCapture,
                  recording->shown_log()}));
}

void Workspace::perform(const workspace::StopRecording& /*command*/) {
  if (recordings_.current) recordings_.current->stop();
  perform(workspace::CancelAttach{});
}

void Workspace::perform(const workspace::PauseRecording& /*command*/) {
  if (recordings_.current) recordings_.current->toggle_pause();
}

void Workspace::perform(const workspace::SaveLast& /*command*/) {
  if (recordings_.current && recordings_.current->can_save_last()) recordings_.current->save_last();
}

Recording* Workspace::running_program() const {
  return recordings_.running(trace() == nullptr ? std::string() : trace()->path());
}

void Workspace::end_program(Recording& recording, bool kill) {
  log_line(LogLevel::Info, recording.what_runs(kill ? "is killed" : "is asked to end",
                                               kill ? "are killed" : "are asked to end"));
  recording.end_program(kill);
  if (!kill) notices_.tell(NoticeKind::Info, recording.what_runs("was", "were") + " asked to end.");
}

void Workspace::perform(const workspace::EndProgram& /*command*/) {
  if (Recording* recording = running_program()) end_program(*recording, false);
}

void Workspace::perform(const workspace::EndPrograms& command) {
  for (Recording* recording : recordings_.all_running()) end_program(*recording, command.kill);
}

void Workspace::perform(const workspace::ToggleFollow& /*command*/) {
  if (trace() == nullptr) return;
  TraceView& view = trace()->view;
  if (view.follow_newest) {
    view.hold_still();
  } else {
    view.follow_newest = true;
  }
}

OpenTrace* Workspace::trace_of(const Recording* recording) const {
  for (OpenTrace* trace : {opening_.get(), trace_.get(), runs_.b()}) {
    if (trace != nullptr && recording != nullptr && trace->path() == recording->file())
      return trace;
  }
  return nullptr;
}

bool Workspace::recording_begins() const {
  return recordings_.current && opening_ && trace_of(recordings_.current.get()) == opening_.get();
}

void Workspace::refresh_recording(double now_s) {
  refresh_ended(now_s);
  Recording* recording = recordings_.current.get();
  if (recording == nullptr) return;
  recording->refresh(now_s);
  OpenTrace* trace = trace_of(recording);
  if (recording->finished() && trace == nullptr) {
    tell_end_of_unseen();
  } else if (auto notice = recording->take_notice()) {
    notices_.tell(std::move(*notice));
  }
  if (!recording->finished()) return;
  // The file is complete.
  if (trace != nullptr && trace->state() == Session::State::Live) trace->view.session().cancel();
  if (trace != nullptr && recording->went_wrong())
    trace->view.requests.emplace_back(ShowTab{"Output"});
  log_line(LogLevel::Info, "the recording in " + recording->file() + " has ended");
  recordings_.ended.push_back(std::move(recordings_.current));
}

/// Shows the most severe notice, and the last one of that severity.
void Workspace::tell_end_of_unseen() {
  Recording& recording = *recordings_.current;
  Notice worst{NoticeKind::Info, "The recording has ended.", ""};
  while (auto notice = recording.take_notice()) {
    if (notice->kind >= worst.kind) worst = std::move(*notice);
  }
  const bool runs_on = worst.on_click == NoticeAction::EndProgram && !worst.action.empty();
  const bool has_file = recording.state().has_file;
  worst.other_action = runs_on && has_file ? "Open recording" : "";
  worst.other_on_click = NoticeAction::OpenFile;
  worst.file = recording.file();
  if (!runs_on && has_file) {
    worst.action = "Open recording";
    worst.on_click = NoticeAction::OpenFile;
  }
  notices_.tell(std::move(worst));
}

void Workspace::refresh_ended(double now_s) {
  for (auto& recorded : recordings_.ended) {
    recorded->refresh(now_s);
    const bool shown = trace_of(recorded.get()) != nullptr;
    const bool offered = notices_.shown() && notices_.shown()->file == recorded->file();
    if (auto notice = shown || recorded->asked_to_end() ? recorded->take_notice() : std::nullopt) {
      if (!shown) forget_output(*notice);
      notices_.tell(std::move(*notice));
    } else if (!shown && !offered && !recorded->program_runs()) {
      // Its threads have ended or are about to; do not wait for them here.
      disposal_.take(std::exchange(recorded, nullptr));
    }
  }
  std::erase(recordings_.ended, nullptr);
}

/// Of a process that cannot be asked for a trace, only samples are recorded, and shown as they
/// come.
void Workspace::sample(const workspace::Attach& command) {
  const std::string& file = command.request.file;
  const auto hz = sample_hz(command.request);
  if (!hz.ok()) {
    refusal_ = hz.error().message;
    return;
  }
  std::error_code ignored;  // the capture reports if it cannot write there
  if (fs::exists(file, ignored)) {
    refusal_ = "Save to: " + file + " already exists; choose another name";
    return;
  }
  fs::create_directories(fs::path(file).parent_path(), ignored);
  auto started = Recording::attach(command.process, hz.value(), command.request.native, file);
  if (!started.ok()) {
    refusal_ = started.error().message;
    return;
  }
  remembered_.note_attach(command.request);
  if (command.file_named) remembered_.note_recording_in(file);
  recordings_.current = std::move(started).value();
  log_line(LogLevel::Info, "sampling " + recordings_.current->program_with_pid() + " to " +
                               recordings_.current->file());
  perform(workspace::ShowRecording{});
}

void Workspace::perform(workspace::Attach& command) {
  if (!command.process.why_not.empty()) return sample(command);
  auto order = kineto_order(command.request);
  const auto hz = sample_hz(command.request);
  if (!order.ok() || (command.request.sample && !hz.ok())) {
    refusal_ = order.ok() ? hz.error().message : order.error().message;
    return;
  }
  remembered_.note_attach(command.request);
  if (command.file_named) remembered_.note_recording_in(command.request.file);
  attachment_ = std::make_unique<Attachment>(std::move(command.process), std::move(order).value(),
                                             command.request, options_.wake,
                                             command.request.sample ? hz.value() : 0);
}

void Workspace::sample_instead(const std::string& why_not) {
  workspace::Attach command{attachment_->process(), attachment_->request()};
  perform(workspace::CancelAttach{});
  // Samples alone are a recording, not JSON.
  command.request.file = recording_instead_of_json(std::move(command.request.file));
  sample(command);
  if (refusal_) {
    refusal_ = "No PyTorch trace: " + why_not + ". No samples either: " + *refusal_;
    return;
  }
  notices_.tell(NoticeKind::Warning, "No PyTorch trace, only samples of threads: " + why_not + ".");
}

void Workspace::perform(const workspace::CancelAttach& /*command*/) {
  if (!attachment_) return;
  // Waits for the worker, because the next attachment needs the same socket; but not while it may
  // be copying the trace to another disk.
  if (attachment_->state().stage != AttachStage::Writing) return attachment_.reset();
  disposal_.take(std::move(attachment_));
}

void Workspace::refresh_attach() {
  if (!attachment_) return;
  const AttachState state = attachment_->state();
  if (state.cannot_ask && attachment_->request().sample) return sample_instead(state.problem);
  if (!state.problem.empty()) {
    const std::string title = process_title(attachment_->process());
    if (!state.stage) {
      refusal_ = state.problem;
    } else if (trace_ || ranks_) {
      notices_.tell(NoticeKind::Error, title + ": " + state.problem + ".");
    } else {
      notices_.set_problem({title, state.problem});
    }
    perform(workspace::CancelAttach{});
  } else if (state.stage == AttachStage::Done) {
    const std::string file = attachment_->output();
    perform(workspace::CancelAttach{});
    perform(workspace::Open{file});
    if (!state.no_samples.empty())
      notices_.tell(NoticeKind::Warning, "No samples of threads: " + state.no_samples + ".");
  }
}

}  // namespace lanescope

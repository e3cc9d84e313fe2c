#include "app/workspace/workspace.h"

#include <thread>
#include <variant>

#include "app/workspace/memory/layout_memory.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/threads/alone.h"

namespace lanescope {
namespace {

constexpr double kProgressEveryS = 0.1;  // while loading or computing
constexpr double kOutputEveryS = 0.5;    // for a program that is no longer recorded

bool loads(const Session& session) {
  return session.state() == Session::State::Loading;
}

}  // namespace

Workspace::Workspace(Options options, Remembered& remembered)
    : options_(std::move(options)), remembered_(remembered), runs_(options_.wake) {}

void Workspace::run(WorkspaceCommand command) {
  std::visit([this](auto& one) { perform(one); }, command);
}

void Workspace::refresh(double now_s, double delta_s) {
  refresh_recording(now_s);
  notices_.refresh(loading());
  refresh_attach();
  if (opening_) adopt_opening();
  note_load_end();
  adopt_b();
  for (OpenTrace* run : both()) {
    note_file_change(*run);
    note_steps_problem(*run);
  }
  refresh_ranks(delta_s);
  if (trace_) refresh_views(now_s, delta_s);
  note_b_end();
  freed_memory_.follow(loading(), computing());
}

void Workspace::refresh_views(double now_s, double delta_s) {
  for (OpenTrace* run : both()) {
    if (*run->view.thresholds != remembered_.thresholds)
      run->view.thresholds = SharedThresholds(remembered_.thresholds);
    run->view.refresh(now_s, delta_s);
  }
  if (runs_.open()) runs_.refresh(*trace_);
  refresh_bookmark_files();
}

void Workspace::refresh_bookmark_files() {
  for (OpenTrace* run : both()) {
    run->sync_bookmark_file();
    if (notices_.shown()) continue;
    if (const auto problem = run->bookmark_file.take_notice())
      notices_.tell(NoticeKind::Warning, *problem);
  }
}

const Session* Workspace::shown_session() const {
  if (opening_) return &opening_->view.session();
  if (runs_.open() && loads(runs_.b()->view.session())) return &runs_.b()->view.session();
  return trace() != nullptr ? &trace()->view.session() : nullptr;
}

bool Workspace::loading() const {
  const Session* session = shown_session();
  if (session != nullptr) return loads(*session);
  return ranks_ && (ranks_->loading() || ranks_->other_loads());
}

bool Workspace::computing() const {
  if (runs_.open() && runs_.comparison()->busy()) return true;
  const auto busy = [](const OpenTrace* run) { return run->view.insights.busy(); };
  return std::ranges::any_of(both(), busy);
}

bool Workspace::is_live() const {
  return trace() != nullptr && trace()->state() == Session::State::Live;
}

std::optional<Workspace::Browse> Workspace::take_browse() {
  return std::exchange(browse_, std::nullopt);
}

bool Workspace::quiet() const {
  // A recording always changes, so only animations count.
  if (is_live() && !opening_) return !trace()->view.animating();
  if (opening_ || loading() || kept_range_ || opening_b_ || !runs_.quiet()) return false;
  if (runs_.open() && !b_end_noted_) return false;
  if (ranks_in_front()) return ranks_noted_ && ranks_->quiet();
  return !trace_ || trace_->quiet();
}

double Workspace::next_refresh_in_s() const {
  for (const OpenTrace* run : both()) {
    if (run->view.animating()) return 0;
  }
  if (trace_ && runs_.behind(*trace_)) return 0;
  if (ranks_in_front() && ranks_->animating()) return 0;
  if (loading() || computing() || recordings_.current || attachment_) return kProgressEveryS;
  return recordings_.program_goes_on() ? kOutputEveryS : -1;
}

void Workspace::perform(const workspace::RefreshStakes& /*command*/) {
  recordings_.refresh_now();
  for (OpenTrace* run : both()) {
    if (!run->bookmark_file.unsaved().empty()) run->bookmark_file.save(run->view.marks.all());
  }
}

QuitStakes Workspace::stakes() const {
  QuitStakes stakes;
  recordings_.add_stakes(stakes);
  if (attachment_ && attachment_->state().stage)
    stakes.sentences.push_back("The trace of " + process_title(attachment_->process()) +
                               " is not finished and would be lost.");
  for (const OpenTrace* run : both()) {
    const std::string why = run->bookmark_file.unsaved();
    if (!why.empty())
      stakes.sentences.push_back("The marks of " + session_name(run->view.session()) +
                                 " are not saved: " + why + ".");
  }
  return stakes;
}

void Workspace::perform(const workspace::RememberLayout& /*command*/) {
  if (trace_) remember_layout(*trace_, remembered_);
}

std::optional<std::string> Workspace::save_now() {
  constexpr int kRecordingPatienceMs = 3000;
  constexpr auto kPause = std::chrono::milliseconds(5);
  constexpr auto kPatience = std::chrono::seconds(2);
  for (OpenTrace* run : both()) run->sync_bookmark_file();
  std::optional<std::string> problem;
  if (Recording* recording = recordings_.current.get();
      recording != nullptr && !recording->finish_within(kRecordingPatienceMs))
    problem = recording->file() + " could not be completed in time";
  const auto until = std::chrono::steady_clock::now() + kPatience;
  const auto saves = [this] {
    for (OpenTrace* run : both()) {
      if (!run->bookmark_file.idle()) return true;
    }
    return false;
  };
  while (saves() && std::chrono::steady_clock::now() < until) {
    (void)run_waiting_tasks(kPause);
    if (has_threads()) std::this_thread::sleep_for(kPause);
  }
  if (saves()) problem = "marks could not be saved in time";
  for (OpenTrace* run : both()) {
    if (auto notice = run->bookmark_file.take_notice()) problem = std::move(notice);
  }
  return problem;
}

}  // namespace lanescope

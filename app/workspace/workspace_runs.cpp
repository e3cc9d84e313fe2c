// The second of two runs: opening, adding, swapping and closing it.
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "app/workspace/files/paths.h"
#include "app/workspace/memory/layout_memory.h"
#include "app/workspace/traces/load_state.h"
#include "app/workspace/workspace.h"
#include "core/base/files/log.h"
#include "core/base/text/ascii_case.h"
#include "core/view/events/event_ref.h"

namespace lanescope {

void Workspace::perform(workspace::Compare& command) {
  if (ranks_in_front() && ranks_->history() != nullptr && !opening_)
    return notices_.tell(NoticeKind::Warning, capitalized(kHistoryAlone) + ".");
  if (ranks_in_front() && !opening_ && ranks_->summarized()) return compare_summaries(command.path);
  if (!trace_ && !opening_) return perform(workspace::Open{command.path});
  const std::string whole = absolute_path(command.path);
  std::error_code ignored;
  if (std::filesystem::is_directory(whole, ignored)) {
    browse_ = Browse{whole, true};
    return;
  }
  if (recordings_.records_into(whole)) {
    notices_.tell({NoticeKind::Info,
                   "This is still being recorded. Compare it once the recording has ended.",
                   "Show recording", NoticeAction::OpenFile, whole});
    return;
  }
  notices_.dismiss();
  perform(workspace::CloseB{});
  opening_b_ = begin_load(whole, std::move(command.beside));
  align_b_ = std::move(command.align);
  b_again_ = false;
}

void Workspace::perform(const workspace::OpenBoth& command) {
  perform(workspace::Open{command.path_a});
  if (!opening_) return;
  workspace::Compare compare{command.path_b};
  perform(compare);
}

void Workspace::perform(const workspace::CloseB& /*command*/) {
  if (ranks_in_front()) disposal_.take(ranks_->end_comparison());
  dispose(std::move(opening_b_));
  end_b();
}

void Workspace::end_b() {
  if (!runs_.open()) return;
  leave_tabs_of_two();
  RunPair::Gone gone = runs_.end(*trace_);
  disposal_.take(std::move(gone.comparison));  // freeing it may wait for its workers
  dispose(std::move(gone.b));
}

void Workspace::leave_tabs_of_two() {
  if (is_tab_of_two(trace_->tab_title())) trace_->show_tab(tab_before_b_);
  // The request may be pending if B failed right after it appeared.
  std::erase_if(trace_->view.requests, [](const ViewRequest& request) {
    const auto* const tab = std::get_if<ShowTab>(&request);
    return tab != nullptr && is_tab_of_two(tab->title);
  });
}

void Workspace::perform(const workspace::SwapRuns& /*command*/) {
  if (!runs_.both()) return;
  runs_.swap(trace_);
  std::swap(load_end_noted_, b_end_noted_);
}

void Workspace::perform(const workspace::SwitchRun& /*command*/) {
  if (trace_) runs_.activate(other_side(runs_.active()), *trace_);
}

void Workspace::perform(const workspace::AlignBySelected& /*command*/) {
  if (!runs_.both()) return;
  const TraceView& view = trace()->view;
  const auto key = event_key(*view.drawn(), view.selection.primary());
  if (!key) return;
  AlignQuery query;
  query.annotation = key->name;
  runs_.align(std::move(query));
}

void Workspace::perform(const workspace::UndoShift& /*command*/) {
  if (trace_) runs_.undo_shift(*trace_);
}

bool Workspace::b_has_come() {
  if (!opening_b_ || opening_) return false;
  if (!runs_.open()) return true;
  const Session& session = opening_b_->view.session();
  if (session.snapshot().value) return true;
  if (session.state() == Session::State::Loading) return false;
  if (session.state() == Session::State::Failed)
    notices_.tell(NoticeKind::Error, session_name(session) + ": " + session.error().message);
  dispose(std::move(opening_b_));
  return false;
}

void Workspace::adopt_b() {
  if (!b_has_come()) return;
  if (!trace_) return dispose(std::move(opening_b_));  // there is no A
  end_b();
  restore_layout(remembered_, *opening_b_);
  tab_before_b_ = trace_->tab_title();
  trace_->show_tab("Compare");
  trace_->view.requests.emplace_back(ShowTab{"Compare"});  // unfolds the tabs
  runs_.begin(std::move(opening_b_), *trace_);
  runs_.align(std::exchange(align_b_, {}));
  if (std::exchange(b_again_, false)) runs_.stay_in_time();
  b_end_noted_ = false;
}

void Workspace::note_compared() {
  const std::string &a = trace_->path(), &b = runs_.b()->path();
  if (is_example(options_.examples, a) || is_example(options_.examples, b)) return;
  remembered_.note_compared(a, b, static_cast<std::int64_t>(std::time(nullptr)));
}

void Workspace::note_b_end() {
  if (!runs_.open() || b_end_noted_) return;
  const Session& session = runs_.b()->view.session();
  if (session.state() == Session::State::Loading || session.state() == Session::State::Live) return;
  if (session.snapshot().value && !runs_.both()) return;  // only what is in view can be activated
  b_end_noted_ = true;
  const std::string file = session_name(session);
  if (!session.snapshot().value) {
    const Error why = session.error();
    if (session.state() == Session::State::Failed && why.kind != Error::Kind::Cancelled)
      notices_.tell(NoticeKind::Error, file + ": " + why.message);
    return perform(workspace::CloseB{});
  }
  log_line(LogLevel::Info, session.path() + ": " + load_done_text(load_facts(session)));
  note_opened(session);
  note_compared();
  keep_thumbnail(session);
  if (auto notice = load_end_notice(session)) {
    notice->text = file + ": " + notice->text;
    notices_.tell(std::move(*notice));
    runs_.activate(RunSide::B, *trace_);  // which the notice is about
  }
}

}  // namespace lanescope

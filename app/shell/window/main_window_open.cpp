// What is opened and closed, and how loads end.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/workspace/traces/load_state.h"
#include "app/workspace/files/paths.h"
#include "app/workspace/memory/layout_memory.h"
#include "app/shell/window/main_window.h"
#include "core/base/files/log.h"
#include "core/base/threads/start_thread.h"
#include "core/session/rank_files.h"

namespace lanescope {

namespace fs = std::filesystem;

void MainWindow::open(const std::string& path) {
  const std::string whole = absolute_path(path);
  std::error_code error;
  if (fs::is_directory(whole, error)) {
    std::vector<std::string> ranks = rank_traces_in_folder(whole);
    if (!ranks.empty()) return open_ranks(std::move(ranks));
    browsing_for_b_ = false;
    files_.open(whole);
    return;
  }
  if (is_recorded_now(whole)) return show_recording();
  retire(std::move(ranks_));
  retire(std::move(opening_b_));
  problem_.reset();
  notice_.reset();
  retire(std::move(opening_));
  rank_range_.reset();
  opening_ = begin_load(whole);
}

std::unique_ptr<OpenTrace> MainWindow::begin_load(const std::string& file) {
  log_line(LogLevel::Info, "opens " + file);
  auto trace = std::make_unique<OpenTrace>(file, options_.wake, own_folder());
  for (const auto& recorded : recorded_) {
    if (recorded->file() != file) continue;
    trace->show_output_of(recorded->log());
    if (recorded->program_failed() && !recorded->recorded_anything())
      trace->view.wanted_tab = "Output";
  }
  return trace;
}

void MainWindow::load_again(const std::string& file) {
  const auto was_stopped = [&](const OpenTrace* run) {
    return run != nullptr && run->view.session().path() == file &&
           run->view.session().state() == Session::State::Cancelled;
  };
  const bool of_b = was_stopped(runs_.b());
  if (!of_b && !was_stopped(trace_.get())) return open(file);
  if (!of_b) {
    retire(std::move(opening_));
    opening_ = begin_load(file);
    if (ranks_) rank_range_ = trace_->view.viewport.range();
  }
  if (!runs_.open()) return;
  retire(std::move(opening_b_));
  opening_b_ = begin_load(runs_.b()->view.session().path());
  align_b_ = runs_.query();
}

void MainWindow::open_example() {
  if (!options_.example.empty()) open(options_.example);
}

void MainWindow::browse() {
  browsing_for_b_ = false;
  show_files();
}

void MainWindow::browse_for_b() {
  browsing_for_b_ = true;
  show_files();
}

void MainWindow::show_files() {
  const Session* session = shown_session();
  const bool own = session != nullptr && session->path() != options_.example;
  files_.open(own ? fs::path(session->path()).parent_path().string() : settings_.last_folder,
              browsing_for_b_ ? "Compare with" : "Open a trace");
}

void MainWindow::compare_with(const std::string& path, AlignQuery align) {
  if (!trace_ && !opening_) {
    open(path);
    return;
  }
  const std::string whole = absolute_path(path);
  std::error_code error;
  if (fs::is_directory(whole, error)) {
    browsing_for_b_ = true;
    files_.open(whole, "Compare with");
    return;
  }
  if (is_recorded_now(whole)) {
    notice_ = Notice{NoticeKind::Info,
                     "This is being recorded: it can be compared once the recording has ended.",
                     "Show it", NoticeDeed::OpenFile, whole};
    return;
  }
  notice_.reset();
  close_b();
  retire(std::move(opening_b_));
  opening_b_ = begin_load(whole);
  align_b_ = std::move(align);
}

void MainWindow::open_both(const std::string& path_a, const std::string& path_b) {
  open(path_a);
  if (opening_) compare_with(path_b);
}

void MainWindow::close_b() {
  retire(std::move(opening_b_));
  if (!runs_.open()) return;
  leave_tabs_of_two();
  retire(runs_.end(*trace_));
}

void MainWindow::leave_tabs_of_two() {
  const std::string_view shown = trace_->tab_title();
  if (shown == "Compare" || shown == "Diff flame") trace_->show_tab(tab_before_b_);
}

void MainWindow::close_trace() {
  close_b();
  if (trace_) remember_layout(*trace_, settings_);
  if (!trace_ && !opening_) retire(std::move(ranks_));
  retire(std::move(opening_));
  retire(std::move(trace_));
  notice_.reset();
  if (recording_)
    notice_ = Notice{NoticeKind::Info, "The recording goes on.", "Show it", NoticeDeed::OpenFile,
                     recording_->file()};
}

/// Joining a loader and freeing gigabytes takes long enough to be seen; it happens elsewhere.
void MainWindow::retire(std::unique_ptr<OpenTrace> trace) {
  if (!trace) return;
  trace->view.session().cancel();
  std::erase_if(retired_, [](const std::future<void>& f) {
    return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  });
  retired_.push_back(do_elsewhere([owned = std::move(trace)]() mutable { owned.reset(); }));
}

void MainWindow::retire(RunPair::Gone gone) {
  // What is computed of both may have to be waited for too.
  retired_.push_back(
      do_elsewhere([owned = std::move(gone.comparison)]() mutable { owned.reset(); }));
  retire(std::move(gone.b));
}

void MainWindow::drop(const std::vector<std::string>& paths) {
  std::error_code error;
  const bool is_run = paths.size() == 1 && !rank_traces_in_folder(paths.front()).empty();
  const bool folders = paths.size() == 2 && std::ranges::any_of(paths, [&](const auto& path) {
                         return fs::is_directory(path, error);
                       });
  if (paths.size() > 2 || is_run || folders) {
    open_all(paths);
  } else if (paths.size() == 2) {
    open_both(paths[0], paths[1]);
  } else if (!paths.empty() && trace_ && !opening_) {
    compare_with(paths.front());
    if (opening_b_)
      notice_ = Notice{NoticeKind::Info,
                       session_name(opening_b_->view.session()) + " is compared with " +
                           session_name(trace_->view.session()) + ".",
                       "Open it alone", NoticeDeed::OpenB};
  } else if (!paths.empty()) {
    open(paths.front());
  }
}

void MainWindow::follow_notice(NoticeDeed deed, const std::string& file) {
  switch (deed) {
    case NoticeDeed::ShowLoadReport:
      show_tab("Load report");
      break;
    case NoticeDeed::ShowOutput:
      show_tab("Output");
      break;
    case NoticeDeed::LoadAgain:
      load_again(file);
      break;
    case NoticeDeed::OpenFile:
      open(file);
      break;
    case NoticeDeed::OpenB:
      if (runs_.open()) open(runs_.b()->view.session().path());
      break;
    case NoticeDeed::EndProgram:
    case NoticeDeed::KillProgram:
      if (Recording* recording = recording_of(file))
        end_program(*recording, deed == NoticeDeed::KillProgram);
      break;
  }
}

void MainWindow::stop_loading() {
  const auto loads = [](const OpenTrace* run) {
    return run != nullptr && run->view.session().state() == Session::State::Loading;
  };
  if (opening_) {
    opening_->view.session().cancel();
  } else if (loads(runs_.b())) {
    runs_.b()->view.session().cancel();
  } else if (trace_) {
    trace_->view.session().cancel();
  } else if (ranks_) {
    ranks_->run().cancel();
  }
}

void MainWindow::adopt_opened() {
  if (opening_) adopt_opening();
  note_load_end();
  adopt_b();
  if (trace_) note_file_change(*trace_);
  if (runs_.open()) note_file_change(*runs_.b());
}

void MainWindow::note_file_change(const OpenTrace& trace) {
  const Session& session = trace.view.session();
  if (!session.take_file_change()) return;
  notice_ = Notice{NoticeKind::Warning,
                   session_name(session) +
                       " has changed since it was loaded: arguments, shapes and stacks cannot be "
                       "read any more. Open it again to see what it holds now.",
                   ""};
}

void MainWindow::adopt_opening() {
  const Session& session = opening_->view.session();
  const Session::State state = session.state();
  const auto snapshot = session.snapshot().value;
  // A recording is shown as soon as there is something in it.
  const bool shows = snapshot && (state != Session::State::Live || !snapshot->extent.empty());
  if (shows) {
    if (runs_.open()) leave_tabs_of_two();
    if (trace_) remember_layout(*trace_, settings_);
    if (runs_.open()) retire(runs_.end(*trace_));
    load_end_noted_ = false;
    retire(std::move(trace_));
    trace_ = std::move(opening_);
    restore_layout(settings_, *trace_);
    note_opened(session);
  } else if (state == Session::State::Failed) {
    const std::string file = session_name(session);
    const std::string why = session.error().message;
    if (trace_ || ranks_) {
      notice_ = Notice{NoticeKind::Error, file + ": " + why, ""};
    } else {
      problem_ = OpenProblem{file, why};
    }
    retire(std::move(opening_));
    retire(std::move(opening_b_));  // was for this one
  } else if (state != Session::State::Loading && state != Session::State::Live) {
    retire(std::move(opening_));  // stopped before anything was read
    retire(std::move(opening_b_));
  }
}

void MainWindow::note_opened(const Session& session) {
  if (session.path() == options_.example) return;
  settings_.note_opened(session.path(), static_cast<std::int64_t>(std::time(nullptr)));
  settings_.last_folder = fs::path(session.path()).parent_path().string();
}

bool MainWindow::b_has_come() {
  if (!opening_b_ || opening_) return false;
  if (!runs_.open()) return true;
  const Session& session = opening_b_->view.session();
  if (session.snapshot().value) return true;
  if (session.state() == Session::State::Loading) return false;
  if (session.state() == Session::State::Failed)
    notice_ = Notice{NoticeKind::Error, session_name(session) + ": " + session.error().message, ""};
  retire(std::move(opening_b_));
  return false;
}

void MainWindow::adopt_b() {
  if (b_has_come()) {
    if (trace_) {
      if (runs_.open()) {
        leave_tabs_of_two();
        retire(runs_.end(*trace_));
      }
      restore_layout(settings_, *opening_b_);
      tab_before_b_ = trace_->tab_title();
      show_tab("Compare");
      runs_.begin(std::move(opening_b_), *trace_);
      runs_.align(std::exchange(align_b_, {}));
      b_end_noted_ = false;
    } else {
      retire(std::move(opening_b_));  // there is no A
    }
  }
  if (!runs_.open() || b_end_noted_) return;
  const Session& session = runs_.b()->view.session();
  if (session.state() == Session::State::Loading || session.state() == Session::State::Live) return;
  b_end_noted_ = true;
  const std::string file = session_name(session);
  if (!session.snapshot().value) {
    const Error why = session.error();
    if (session.state() == Session::State::Failed && why.kind != Error::Kind::Cancelled)
      notice_ = Notice{NoticeKind::Error, file + ": " + why.message, ""};
    close_b();
    return;
  }
  log_line(LogLevel::Info, session.path() + ": " + load_done_text(load_facts(session)));
  note_opened(session);
  keep_thumbnail(session);
  if (auto notice = load_end_notice(session)) {
    notice->text = file + ": " + notice->text;
    notice_ = std::move(notice);
    runs_.activate(RunSide::B, *trace_);  // whom the notice is about
  }
}

void MainWindow::note_load_end() {
  if (!trace_ || opening_ || load_end_noted_) return;
  const Session& session = trace_->view.session();
  if (session.state() == Session::State::Loading || session.state() == Session::State::Live) return;
  load_end_noted_ = true;
  log_line(LogLevel::Info, session.path() + ": " + load_done_text(load_facts(session)));
  keep_thumbnail(session);
  auto notice = load_end_notice(session);
  if (!notice) return;
  // Of a recording that has just ended the same has been told, and that its program still runs.
  if (notice_ && notice_->deed == NoticeDeed::EndProgram && notice_->file == session.path()) return;
  if (runs_.open()) notice->text = session_name(session) + ": " + notice->text;
  notice_ = std::move(notice);
}

void MainWindow::keep_thumbnail(const Session& session) {
  const std::string& path = session.path();
  const auto snapshot = session.snapshot().value;
  if (own_folder().empty() || path == options_.example || !snapshot) return;
  std::vector<std::string> recent;
  for (const RecentFile& file : settings_.recent) recent.push_back(file.path);
  retired_.push_back(
      do_elsewhere([snapshot, path, recent, pictures = ThumbnailFolder(own_folder())] {
        pictures.keep(path, make_thumbnail(*snapshot), recent);
      }));
}

}  // namespace lanescope

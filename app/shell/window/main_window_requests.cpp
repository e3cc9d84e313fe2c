// Handles requests to the window.
#include <filesystem>
#include <utility>
#include <variant>

#include "app/shell/keys/rank_exports.h"
#include "app/shell/window/main_window.h"
#include "app/workspace/files/paths.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// "run.json opens when this dialog is closed."
std::string waiting_drop_text(const std::vector<std::string>& paths) {
  if (paths.size() != 1)
    return std::to_string(paths.size()) + " files open when this dialog is closed.";
  return fs::path(paths.front()).filename().string() + " opens when this dialog is closed.";
}

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}
std::string name_of(const std::string& path) {
  return fs::path(path).filename().string();
}

/// With ways out: the file may be in another folder than on the machine of the trace.
Notice missing_source(const SourceOpener::Outcome& outcome, const std::string& file) {
  return {
      NoticeKind::Warning, outcome.message,       "Locate file…", NoticeAction::LocateSource, file,
      "Copy path",         NoticeAction::CopyPath};
}

}  // namespace

/// A request may cause others.
void MainWindow::ask(Request request) {
  requests_.push_back(std::move(request));
}

void MainWindow::answer_requests() {
  bool answered = false;
  for (take_view_requests(); !requests_.empty(); take_view_requests()) {
    answered = true;
    for (Request& request : std::exchange(requests_, {})) {
      std::visit([this](auto& one) { perform(one); }, request);
    }
  }
  if (auto browse = workspace_.take_browse()) {
    answered = true;
    show_files(browse->folder, browse->for_b ? FilePurpose::OpenB : FilePurpose::Open);
  }
  if (answered) options_.wake();
}

void MainWindow::take_view_requests() {
  for (OpenTrace* run : workspace_.both()) {
    for (ViewRequest& request : std::exchange(run->view.requests, {})) ask(std::move(request));
  }
  OpenRanks* ranks = workspace_.ranks();
  if (ranks != nullptr && ranks->fleet() != nullptr) {
    for (OpenSummarized& request : std::exchange(ranks->fleet()->requests, {}))
      ask(std::move(request));
  }
  if (ranks != nullptr && ranks->history() != nullptr) {
    for (OpenSummarized& request : std::exchange(ranks->history()->requests, {}))
      ask(std::move(request));
  }
  if (ranks == nullptr || ranks->view() == nullptr) return;
  for (OpenRank& request : std::exchange(ranks->view()->requests, {})) ask(request);
}

void MainWindow::perform(WorkspaceCommand& command) {
  if (const auto* const link = std::get_if<workspace::FollowNotice>(&command)) {
    const std::string file = link->file;
    const NoticeAction action = link->on_click;
    if (action == NoticeAction::CopyPath) {  // the notice stays: its other link is still needed
      ImGui::SetClipboardText(file.c_str());
      return copy_note_.note_copy("the path");
    }
    workspace_.run(std::move(command));
    if (action == NoticeAction::LocateSource && workspace_.trace() != nullptr) {
      dialogs_.get<FileDialog>().open(folder_of(workspace_.trace()->path()), FilePurpose::Source,
                                      recorded_name(file));
    }
    return;
  }
  if (pending_export_ && std::holds_alternative<OpenRank>(command)) pending_export_->opens = true;
  const bool records = std::holds_alternative<workspace::Record>(command);
  workspace_.run(std::move(command));
  if (!records) return;
  auto& dialog = dialogs_.get<RecordDialog>();
  if (auto why = workspace_.take_refusal()) return dialog.complain(std::move(*why));
  waiting_drop_.clear();  // it would take the place of the recording
  dialog.close();
}

void MainWindow::perform(const ViewRequest& request) {
  std::visit([this](const auto& one) { perform(one); }, request);
}

void MainWindow::perform(const ShowTab& request) {
  if (show_tab(workspace_, settings_.panes, request.title) && !workspace_.ranks_in_front())
    open_pane(*workspace_.trace()).show_item(request.item);
}

void MainWindow::perform(const OpenSource& request) {
  const OpenTrace* trace = workspace_.trace();
  if (trace == nullptr) return;
  if (!options_.offers.editors) {
    const std::string place = request.source.file + ":" + std::to_string(request.source.line);
    ImGui::SetClipboardText(place.c_str());
    return workspace_.notices().tell(NoticeKind::Info, "Copied " + place);
  }
  const SourceOpener::Outcome outcome = sources_.open(
      request.source, trace->path(), SourceOpener::environment(settings_.source_folders));
  if (outcome.missing)
    return workspace_.notices().tell(missing_source(outcome, request.source.file));
  workspace_.notices().tell(outcome.ok ? NoticeKind::Info : NoticeKind::Warning, outcome.message);
}

void MainWindow::perform(const GoToRunEvent& request) {
  if (workspace_.runs().open()) workspace_.runs().go_to(*workspace_.both().a(), request);
}

void MainWindow::perform(const ShowShiftProfile& /*request*/) {
  if (const LaidProfile* const profile = workspace_.laid_profile())
    dialogs_.get<ProfileDialog>().open(*profile);
}

void MainWindow::perform(const request::RunCommand& request) {
  if (request.command->enabled(*this)) run(*request.command, request.way);
}

void MainWindow::perform(const request::Browse& request) {
  const Session* session = workspace_.shown_session();
  const bool own = session != nullptr && !is_example(options_.examples, session->path());
  show_files(own ? fs::path(session->path()).parent_path().string() : settings_.last_folder,
             request.purpose);
}

void MainWindow::show_files(const std::string& folder, FilePurpose purpose) {
  if (options_.offers.choose_files) return options_.offers.choose_files(purpose);
  dialogs_.get<FileDialog>().open(folder, purpose);
}

void MainWindow::perform(const request::FileChosen& request) {
  const std::string& path = request.choice.path;
  switch (request.choice.purpose) {
    case FilePurpose::Open:
      return workspace_.run(workspace::Open{path});
    case FilePurpose::OpenB:
      return workspace_.run(workspace::Compare{path});
    case FilePurpose::Profile:
      return workspace_.run(workspace::LayProfile{{path}});
    case FilePurpose::CompareA:
      compared_ = path;
      return dialogs_.get<FileDialog>().open(fs::path(path).parent_path().string(),
                                             FilePurpose::CompareB,
                                             fs::path(path).filename().string());
    case FilePurpose::CompareB:
      return workspace_.run(workspace::OpenBoth{compared_, path});
    case FilePurpose::Source: {
      const DetailSource source = sources_.missing();
      const auto folder = source_folder_of(source.file, path);
      if (!folder) {
        return workspace_.notices().tell(NoticeKind::Warning, name_of(path) + " is not named " +
                                                                  recorded_name(source.file) + ".");
      }
      note_source_folder(settings_.source_folders, *folder);
      return perform(OpenSource{source});
    }
    case FilePurpose::Save:
      break;
  }
  OpenTrace* trace = workspace_.trace();
  if (exporter_.has_table()) {
    settings_.export_folder = fs::path(path).parent_path().string();
    return exporter_.save_table(path);
  }
  if (trace == nullptr) return;
  settings_.export_folder = fs::path(path).parent_path().string();
  exporter_.save(path, *trace, workspace_.both().beside(trace), style(), settings_.theme);
}

/// The file dialog takes a file, even on the window behind it. Nothing is opened behind a dialog.
void MainWindow::perform(const request::Dropped& request) {
  auto& dialog = dialogs_.get<FileDialog>();
  if (dialog.is_open() && request.paths.size() == 1) {
    if (auto choice = dialog.take_drop(request.paths.front()))
      perform(request::FileChosen{std::move(*choice)});
  } else if (dialogs_.make_way()) {
    workspace_.run(workspace::Drop{request.paths});
  } else {
    waiting_drop_ = request.paths;
    workspace_.notices().tell(NoticeKind::Info, waiting_drop_text(request.paths));
  }
}

void MainWindow::take_waiting_drop() {
  if (waiting_drop_.empty() || dialogs_.any_open()) return;
  workspace_.notices().dismiss();
  ask(request::Dropped{std::exchange(waiting_drop_, {})});
}

void MainWindow::perform(const request::ShowRecord& /*request*/) {
  if (workspace_.can_record())
    return dialogs_.get<RecordDialog>().open(settings_.record, settings_.folder_for_recordings());
  workspace_.notices().tell(NoticeKind::Info,
                            workspace_.recording() != nullptr
                                ? "Stop this recording before starting another."
                                : "Wait until the process has written its trace, or stop it.");
}

void MainWindow::perform(const request::ShowAttach& /*request*/) {
  if (!workspace_.can_record()) return perform(request::ShowRecord{});  // it says why not
  dialogs_.get<AttachDialog>().open(settings_.attach, settings_.folder_for_recordings());
}

void MainWindow::perform(const request::ShowDocumentation& /*request*/) {
  const std::string file = program_file("README.md");
  if (file.empty())
    return workspace_.notices().tell(NoticeKind::Warning, "The README is not beside the program.");
  const bool opened = options_.offers.opens_documents && sources_.open_document(file);
  workspace_.notices().tell(NoticeKind::Info, (opened ? "Opened " : "The documentation is in ") +
                                                  friendly_path(file) + ".");
}

void MainWindow::perform(const request::SaveAs& request) {
  OpenTrace* trace = workspace_.trace();
  const bool of_run = exports_run(*this, request.kind);
  if (!of_run && !exporter_.can(request.kind, trace)) return;
  const SaveRequest file = of_run ? exporter_.begin(request.kind, run_export(*this, request.kind))
                                  : exporter_.begin(request.kind, *trace, request.redact);
  if (const std::string& folder = options_.offers.save_folder; !folder.empty()) {
    return perform(request::FileChosen{{folder + "/" + file.name, FilePurpose::Save}});
  }
  const std::string& path = of_run ? workspace_.ranks()->files().front() : trace->path();
  const bool own = is_example(options_.examples, path);
  const std::string beside = own ? home_folder() : fs::path(path).parent_path().string();
  dialogs_.get<FileDialog>().save(
      settings_.export_folder.empty() ? beside : settings_.export_folder, file);
}

void MainWindow::perform(const request::OpenPalette& request) {
  dialogs_.get<Palette>().open(request.kind, request.filter);
}

void MainWindow::perform(const request::PaletteChosen& request) {
  const Palette::Choice& choice = request.choice;
  if (choice.command != nullptr) {
    settings_.note_command(std::string(choice.command->id));
    perform(request::RunCommand{choice.command, CommandWay::Palette});
  } else if (!choice.tab.empty()) {
    go_to_tab(workspace_, settings_.panes, choice.tab);
  } else if (workspace_.trace() != nullptr) {
    workspace_.trace()->view.lanes.reveal(choice.lane);
  }
}

void MainWindow::perform(const request::QuitAnswered& request) {
  quitting_.answer(request.choice, frames_.now_s);
}

}  // namespace lanescope

// A profile by another tool beside the open trace.
#include <filesystem>
#include <optional>
#include <utility>

#include "app/workspace/files/paths.h"
#include "app/workspace/traces/load_state.h"
#include "app/workspace/workspace.h"
#include "core/session/laid_profile.h"
#include "core/session/profile_offset.h"
#include "core/view/memory/text.h"

namespace lanescope {

bool Workspace::can_lay_profile() const {
  if (!trace_ || opening_ || opening_b_ || runs_.open() || is_live()) return false;
  const auto snapshot = trace_->view.session().snapshot().value;
  return snapshot && !is_memory_file(*snapshot);
}

const LaidProfile* Workspace::laid_profile() const {
  const OpenTrace* const run = opening_ ? opening_.get() : trace_.get();
  if (run == nullptr || opening_b_ || runs_.open()) return nullptr;
  const LaidProfile& profile = run->view.session().beside().profile;
  return profile.file.empty() ? nullptr : &profile;
}

void Workspace::perform(workspace::LayProfile& command) {
  if (!can_lay_profile() && laid_profile() == nullptr) return;
  const OpenTrace& run = opening_ ? *opening_ : *trace_;
  const std::string path = run.path();
  BesideTrace beside = run.view.session().beside();
  beside.profile = std::move(command.profile);
  if (!beside.profile.file.empty()) beside.profile.file = absolute_path(beside.profile.file);
  std::optional<TimeRange> range;
  if (trace_ && trace_->path() == path && (ranks_ || !trace_->view.viewport.shows_all()))
    range = trace_->view.viewport.range();
  begin_opening(begin_load(path, std::move(beside)));
  if (range) kept_range_ = {*range};
  tell_laid(opening_->view.session(), false);
}

/// Two profiles are compared.
bool Workspace::goes_beside(const std::string& file) const {
  if (!can_lay_profile()) return false;
  const auto snapshot = trace_->view.session().snapshot().value;
  return !is_profile_format(snapshot->info.format) && is_profile_file(file);
}

void Workspace::tell_laid(const Session& session, bool dropped) {
  const LaidProfile& profile = session.beside().profile;
  if (profile.file.empty()) return;
  namespace fs = std::filesystem;
  Notice notice;
  notice.text = fs::path(profile.file).filename().string() + " is added to " +
                fs::path(session.path()).filename().string() + ", " +
                profile_place_text(profile.offset_ns) + ".";
  notice.action = "Shift…";
  notice.on_click = NoticeAction::ShiftProfile;
  notice.file = profile.file;
  if (dropped) {
    notice.other_action = "Open separately";
    notice.other_on_click = NoticeAction::OpenFile;
  }
  notices_.tell(std::move(notice));
}

}  // namespace lanescope

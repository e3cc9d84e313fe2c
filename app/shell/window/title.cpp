#include "app/shell/window/title.h"

#include <algorithm>
#include <string_view>

#include "app/workspace/traces/load_state.h"

namespace lanescope {

void WindowTitle::refresh(const Workspace& workspace) {
  const Session* session = workspace.shown_session();
  if (session == nullptr && workspace.ranks() != nullptr) {
    of_ = {};
    text_ = workspace.ranks()->name() + " – Lanescope";
    return;
  }
  const Session* other = nullptr;
  if (const auto [a, b] = workspace.both(); b != nullptr) {
    session = &a->view.session();
    other = &b->view.session();
  }
  // By their files: the next session often has the place in memory of the one before.
  const auto file_of = [](const Session* of) -> std::string_view {
    return of == nullptr ? std::string_view() : std::string_view(of->path());
  };
  const std::array shown{file_of(session), file_of(other)};
  if (std::ranges::equal(shown, of_) && session != nullptr) return;
  std::ranges::copy(shown, of_.begin());
  text_ = session == nullptr ? "Lanescope" : session_name(*session) + " – Lanescope";
  if (other != nullptr)
    text_ = session_name(*session) + " and " + session_name(*other) + " – Lanescope";
}

}  // namespace lanescope

// What the system offers beside the window. Commands, menus and buttons that need more are left
// out, not greyed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/shell/files/file_dialog.h"

namespace lanescope {

/// What a command needs of the system.
enum class Need : std::uint8_t {
  Nothing,
  Recording,  // programs can be started and asked for traces
  Editor,     // a source line can be opened in one
  Quitting,   // the program itself can end
  Folders,    // the folders that files lie in can be looked into
};

struct SystemOffers {
  bool records = true;
  bool editors = true;
  bool quits = true;
  bool folders = true;
  /// Has the user choose files by the system's own means, which opens them; empty: by our dialog.
  std::function<void(FilePurpose)> choose_files = {};
  /// Where files are saved to, without asking; empty: where the user says in our dialog.
  std::string save_folder = {};
  /// Takes what was saved there on to where the user finds it. Any thread.
  std::function<void(const std::string& path)> deliver = {};

  [[nodiscard]] bool has(Need need) const {
    switch (need) {
      case Need::Nothing:
        return true;
      case Need::Recording:
        return records;
      case Need::Editor:
        return editors;
      case Need::Quitting:
        return quits;
      case Need::Folders:
        return folders;
    }
    return true;
  }
};

}  // namespace lanescope

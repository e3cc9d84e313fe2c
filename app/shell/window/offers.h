// What the system offers beside the window. Commands, menus and buttons that need more are left
// out, not greyed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/shell/files/file_dialog.h"
#include "core/base/result.h"

namespace lanescope {

/// What a command needs of the system.
enum class Need : std::uint8_t {
  Nothing,
  Recording,  // programs can be started and asked for traces
  Editor,     // a source line can be opened in one
  Quitting,   // the program itself can end
  Folders,    // the folders that files lie in can be looked into
  Sharing,    // there is a page that traces can be put into
  Links,      // the window has an address
};

struct SystemOffers {
  bool records = true;
  bool editors = true;
  bool quits = true;
  bool folders = true;
  bool opens_documents = false;  // the desktop has a program for each kind of file
  bool all_keys = true;  // false: a browser keeps some for itself, see app/shell/keys/page_keys.h
  /// Reads the page that a trace is put into to be shared; empty: there is none. A worker.
  std::function<Result<std::string>()> share_page = {};
  /// Copies a link to this view: `view` is its part after "#". Empty: there are no links.
  std::function<void(const std::string& view)> copy_link = {};
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
      case Need::Sharing:
        return static_cast<bool>(share_page);
      case Need::Links:
        return static_cast<bool>(copy_link);
    }
    return true;
  }
};

}  // namespace lanescope

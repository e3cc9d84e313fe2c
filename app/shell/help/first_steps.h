// A page for the first minutes: how to move, zoom, select, follow, find and compare, with the keys
// that the user has set.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/shell/help/page_dialog.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// UI thread only.
class FirstStepsDialog {
 public:
  /// The keys of a command, given its id, as text; empty if it has none.
  using KeysOf = std::function<std::string(std::string_view)>;

  void open() { page_.open(); }
  void close() { page_.close(); }
  [[nodiscard]] bool is_open() const { return page_.is_open(); }
  /// True in the frame in which the user wants the list of all keys instead; it is then closed.
  bool draw(const Ui& ui, const KeysOf& keys_of);

 private:
  PageDialog page_;
};

/// `text` with "{id}" replaced by the keys of that command; a command without keys is left out
/// together with what stands in "[…]" around it. Pure.
std::string with_keys(std::string_view text, const FirstStepsDialog::KeysOf& keys_of);

}  // namespace lanescope

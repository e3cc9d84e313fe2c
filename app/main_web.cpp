// The page has no command line: it begins with the window.
#include "app/shell/window/run.h"
#include "core/base/files/keep_file.h"

int main() {
  lanescope::restore_kept_files();
  return lanescope::run_window({});
}

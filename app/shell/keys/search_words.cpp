#include "app/shell/keys/search_words.h"

#include <algorithm>
#include <array>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

struct Words {
  std::string_view id, words;
};

/// In the order of the table of commands. Both spellings, as users type either.
constexpr std::array kWords{
    Words{"open", "load file"},
    Words{"add_profile", "open py-spy perf pprof speedscope samples merge"},
    Words{"shift_profile", "move offset time align"},
    Words{"remove_profile", "close"},
    Words{"record", "capture profile run start"},
    Words{"attach", "capture profile pid running"},
    Words{"stop_recording", "finish capture"},
    Words{"end_program", "kill terminate process"},
    Words{"export_csv", "save download spreadsheet excel"},
    Words{"export_markdown", "save download"},
    Words{"save_trace", "export chrome perfetto"},
    Words{"share_html", "export send publish"},
    Words{"copy_link", "share url"},
    Words{"export_collapsed", "save flamegraph folded"},
    Words{"export_speedscope", "save flamegraph"},
    Words{"export_view_png", "save image picture screenshot"},
    Words{"export_view_svg", "save image picture vector"},
    Words{"export_window_png", "save image picture screenshot"},
    Words{"quit", "exit close"},
    Words{"undo", "revert"},
    Words{"reset_layout", "default restore panes panels"},
    Words{"whole_trace", "fit all zoom reset"},
    Words{"window_steps", "scope warm-up warmup"},
    Words{"window_whole", "scope all"},
    Words{"window_hta", "scope holistic"},
    Words{"window_tb", "scope tensorboard"},
    Words{"details", "sidebar right pane inspector"},
    Words{"bottom", "panes panel fold collapse hide"},
    Words{"maximize_bottom", "panes panel full height"},
    Words{"theme", "light mode color colors colour colours appearance"},
    Words{"dark_theme", "night mode"},
    Words{"thresholds", "settings options preferences limits"},
    Words{"gpu_peaks", "settings flops bandwidth roofline"},
    Words{"larger", "font text size scale interface"},
    Words{"smaller", "font text size scale interface shrink"},
    Words{"usual_size", "font text size reset scale interface default"},
    Words{"hide", "remove collapse"},
    Words{"show_all", "unhide"},
    Words{"search", "find filter"},
    Words{"find_lane", "search track"},
    Words{"compare_two", "diff"},
    Words{"compare", "diff"},
    Words{"mark", "bookmark annotate"},
    Words{"note", "bookmark comment annotate"},
    Words{"first_steps", "help tutorial getting started"},
    Words{"documentation", "help manual readme"},
    Words{"about", "help version license"},
    Words{"keys", "help shortcuts hotkeys bindings keyboard"},
    Words{"tour", "help tutorial introduction"},
};

/// Cuts the first word off the text; empty if there is none.
std::string_view cut_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

bool begins(std::string_view word, std::string_view start) {
  return word.size() >= start.size() &&
         std::ranges::equal(word.substr(0, start.size()), start, {}, lower_case, lower_case);
}

bool begins_one(std::string_view start, std::string_view words) {
  for (std::string_view word = cut_word(words); !word.empty(); word = cut_word(words)) {
    if (begins(word, start)) return true;
  }
  return false;
}

}  // namespace

std::string_view search_words(std::string_view command_id) {
  const auto found = std::ranges::find(kWords, command_id, &Words::id);
  return found == kWords.end() ? std::string_view() : found->words;
}

bool begin_words(std::string_view typed, std::string_view words) {
  std::string_view word = cut_word(typed);
  if (word.empty()) return false;
  for (; !word.empty(); word = cut_word(typed)) {
    if (!begins_one(word, words)) return false;
  }
  return true;
}

}  // namespace lanescope

// Commands that lead from one event, lane or mark to another.
#include "app/panes/pane/mark_actions.h"
#include "app/panes/pane/trace_actions.h"
#include "tests/app/command_outcome_lists.h"

namespace lanescope {
namespace {

using S = Stage;

/// Two marks, the second the current one.
void set_two_marks(Stage& s) {
  for (const char* name : {"kernel_a", "kernel_b"}) {
    s.select(name);
    set_mark(s.view());
  }
  s.ui.frames(2);
}

bool writes_a_search(Stage& s) {
  s.ui.type("kernel_c");
  s.ui.settle();
  return s.view().search.text == "kernel_c" && s.view().search.matches() != nullptr;
}

}  // namespace

void add_ways(std::vector<CommandOutcome>& all) {
  const auto from = [](const char* name) { return [name](S& s) { s.select(name); }; };
  const auto at = [](const char* name) { return [name](S& s) { return s.selected() == name; }; };
  const auto at_other = [](const char* name) {
    return [name](S& s) {
      return s.selected() == name && s.view().selection.primary() != s.ui.find(name);
    };
  };
  all.push_back({"next", from("kernel_a"), at("kernel_b")});
  all.push_back({"previous", from("kernel_b"), at("kernel_a")});
  all.push_back({"next_name", from("kernel_a"), at_other("kernel_a")});
  all.push_back({"previous_name",
                 [](S& s) {
                   s.select("kernel_a");
                   go_to_same_name(s.view(), Direction::Next);
                   s.ui.settle();
                 },
                 [](S& s) { return s.view().selection.primary() == s.ui.find("kernel_a"); }});
  all.push_back({"along", from("cudaLaunchKernel"), at("kernel_a")});
  all.push_back({"against", from("kernel_a"), at("cudaLaunchKernel")});
  all.push_back({"open_source", from("kernel_a"), [](S& s) {
                   const auto& notice = s.ui.notice();
                   return notice && notice->text.find("train.py") != std::string::npos;
                 }});
  all.push_back({"up", from("kernel_a"), at("cudaLaunchKernel")});
  all.push_back({"down",
                 [](S& s) {
                   s.select("kernel_a");
                   go_up(s.view());
                   s.ui.settle();
                 },
                 at("kernel_a")});
  all.push_back(
      {"palette", nothing, [](S& s) { return s.ui.window().dialogs().is_open<Palette>(); }});
  all.push_back(
      {"find_lane", hide_kernels, [](S& s) {
         s.ui.type(s.view().lanes.tree().at(*s.view().lanes.tree().find(s.kernel_lane())).title);
         s.ui.key(ImGuiKey_Enter);
         return !s.ui.window().dialogs().is_open<Palette>() && kernels_shown(s);
       }});
  all.push_back({"search", nothing, writes_a_search});
  all.push_back({"next_match", [](S& s) { s.search("kernel_b"); }, at("kernel_b")});
  all.push_back({"previous_match", [](S& s) { s.search("kernel_b"); },
                 [](S& s) {
                   return s.view().search.facts(s.view().selection.primary()).starts_with("3 of 3");
                 }});
}

void add_marks(std::vector<CommandOutcome>& all) {
  all.push_back({"mark", [](S& s) { s.select("kernel_b"); },
                 [](S& s) { return s.marks() == 1 && s.ui.has_mark("mark.0"); }});
  all.push_back(
      {"note", [](S& s) { s.select("kernel_b"); },
       [](S& s) { return s.marks() == 1 && s.ui.window().dialogs().is_open<MarkDialog>(); }});
  all.push_back({"next_mark", set_two_marks, [](S& s) { return s.view().marks.current() == 0U; }});
  all.push_back(
      {"previous_mark", set_two_marks, [](S& s) { return s.view().marks.current() == 0U; }});
  all.push_back({"edit_mark", set_two_marks,
                 [](S& s) { return s.ui.window().dialogs().is_open<MarkDialog>(); }});
  all.push_back({"delete_mark", set_two_marks, [](S& s) { return s.marks() == 1; }});
  for (std::size_t i = 0; i < Bookmarks::kViews; ++i) {
    const std::string number = std::to_string(i + 1);
    all.push_back({"go_to_view_" + number,
                   [i](S& s) {
                     keep_view(s.view(), i);
                     s.zoom_to_kernel();
                   },
                   [](S& s) { return s.view().viewport.shows_all(); }});
    all.push_back({"keep_view_" + number, [](S& s) { s.zoom_to_kernel(); },
                   [i](S& s) {
                     const auto& kept = s.view().marks.all().views.at(i);
                     return kept && *kept == s.view().viewport.range();
                   }});
  }
}

}  // namespace lanescope

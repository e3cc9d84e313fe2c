// Commands that compare two runs.
#include "app/panes/pane/trace_actions.h"
#include "tests/app/command_outcome_lists.h"
#include "tests/app/seen_screen.h"

namespace lanescope {
namespace {

using S = Stage;

/// The small trace beside one with fewer operators.
void open_b(S& s) {
  s.ui.run(workspace::Compare{
      s.folder.write("b.json", small_trace_text({.ops_per_step = 3, .python = true}))});
  s.ui.settle();
}

/// Two runs whose selected events start together.
void start_together(S& s) {
  open_b(s);
  TraceView& a = s.ui.workspace().both().a()->view;
  const AlignedPair& pair = *s.ui.workspace().runs().comparison()->aligned();
  std::uint32_t event = 0;
  while (event < a.snapshot()->slice_count &&
         pair.partner_in(RunSide::B, EventId{event}) == EventId::None)
    ++event;
  a.selection.select(EventId{event});
  s.ui.settle();
}

}  // namespace

void add_comparisons(std::vector<CommandOutcome>& all) {
  const auto aligned = [](AlignBy by) {
    return [by](S& s) {
      const Comparison* comparison = s.ui.workspace().runs().comparison();
      return comparison != nullptr && comparison->aligned() &&
             comparison->aligned()->runs.a.by == by;
    };
  };
  all.push_back(
      {"compare", nothing, [](S& s) { return s.ui.window().dialogs().is_open<FileDialog>(); }});
  all.push_back({"compare_two", nothing, [](S& s) {
                   s.ui.frames(2);
                   if (!s.ui.has_mark("open.title")) return false;
                   return SeenScreen().page(s.ui.mark("open.title")).find("choose A") !=
                          std::string::npos;
                 }});
  all.push_back({"close_b", open_b, [](S& s) { return !s.ui.has_mark("b.lanes"); }});
  all.push_back({"swap_runs", open_b, [](S& s) {
                   return s.ui.workspace().both().a()->view.session().path().ends_with("b.json");
                 }});
  all.push_back({"switch_run", open_b,
                 [](S& s) { return s.ui.workspace().trace() == s.ui.workspace().runs().b(); }});
  all.push_back({"link_runs", open_b, [](S& s) {
                   zoom_by(s.ui.workspace().both().a()->view, 2);
                   s.ui.settle();
                   return s.ui.workspace().runs().b()->view.viewport.view().span_ns != s.span_ns();
                 }});
  all.push_back(
      {"beside", open_b, [](S& s) { return s.ui.mark("b.lanes").x0 >= s.ui.mark("lanes").x1; }});
  all.push_back({"realign", open_b, [](S& s) { return s.ui.window().stacks().menu_open(); }});
  all.push_back({"align_steps",
                 [](S& s) {
                   open_b(s);
                   AlignQuery start;
                   start.by_start = true;
                   s.ui.run(workspace::Align{start});
                   s.ui.settle();
                 },
                 aligned(AlignBy::Steps)});
  all.push_back({"align_selected",
                 [](S& s) {
                   open_b(s);
                   s.select("aten::op1");
                 },
                 aligned(AlignBy::Annotation)});
  all.push_back({"align_start", open_b, aligned(AlignBy::Start)});
  all.push_back({"undo_shift", start_together, [](S& s) {
                   return !s.ui.workspace().runs().shifted() &&
                          !s.ui.workspace().both().a()->view.selection.empty();
                 }});
}

}  // namespace lanescope

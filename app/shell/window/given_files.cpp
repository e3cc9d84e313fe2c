#include "app/shell/window/given_files.h"

namespace lanescope {
namespace {

/// What is loaded with run B of what is loaded with run A.
BesideTrace shared_by_both(const BesideTrace& of_a) {
  BesideTrace of_b;
  of_b.capture_trace = of_a.capture_trace;
  of_b.capture_trace_may_not_fit = true;
  of_b.steps = of_a.steps;
  return of_b;
}

}  // namespace

void open_given(Workspace& workspace, const GivenFiles& files) {
  BesideTrace beside = files.beside;
  beside.capture_trace_may_not_fit = !files.compare.empty();
  workspace.run(workspace::OpenTogether{files.traces, beside});
  if (files.compare.empty()) return;
  workspace.run(workspace::Compare{files.compare, files.align, shared_by_both(beside)});
}

}  // namespace lanescope

// The levels of the call chain, from a kernel to the line of Python that caused it, as lines of the
// Details pane. Each function adds a section, or nothing if it has nothing to show.
#pragma once

#include "core/view/details/text.h"

namespace lanescope {

class ChainWriter {
 public:
  ChainWriter(const Snapshot& snapshot, const DetailsModel& model, DetailsText& text)
      : snapshot_(snapshot), model_(model), text_(text) {}

  void add_launch();
  void add_graph();
  void add_graph_origin(const DetailsGraph& graph);
  void add_captured(const CapturedLaunch& captured);
  void add_inputs();  // for an operator: its own inputs
  void add_work();
  void add_operators();
  void add_triton();
  void add_modules();
  void add_python();
  void add_twin();
  void add_surroundings();
  void add_block();
  void add_memory();
  void add_flows();

 private:
  void add_input_lines(const DetailsOp& op);
  void add_block_end(const char* what, const char* did, const DetailsBlockEnd& end);

  const Snapshot& snapshot_;
  const DetailsModel& model_;
  DetailsText& text_;
};

}  // namespace lanescope

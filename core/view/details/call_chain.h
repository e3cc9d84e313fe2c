// The rungs of the ladder from a kernel to the line of Python that caused it, as lines of the
// Details pane. Each function adds a section, or nothing where there is nothing to say.
#pragma once

#include "core/view/details/text.h"

namespace lanescope {

class ChainWriter {
 public:
  ChainWriter(const Snapshot& snapshot, const DetailsModel& model, DetailsText& text)
      : snapshot_(snapshot), model_(model), text_(text) {}

  void add_launch();
  void add_graph();
  void add_inputs();  // of an operator, its own
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
  void section(const char* title) { text_.sections.push_back({title, {}}); }
  DetailLine& line(std::string key, std::string value, DetailStyle style = DetailStyle::Normal,
                   EventId link = EventId::None);
  void add_input_lines(const DetailsOp& op);
  void add_block_end(const char* what, const char* did, const DetailsBlockEnd& end);

  const Snapshot& snapshot_;
  const DetailsModel& model_;
  DetailsText& text_;
};

}  // namespace lanescope

#include "core/view/details/stack_levels.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/ops/ops.h"
#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

CategoryKind kind_of(const Snapshot& snapshot, const SliceRef& ref) {
  return snapshot.kind_of(ref.chunk->category[ref.slice]);
}

std::string_view text_of(const Snapshot& snapshot, const SliceRef& ref) {
  return snapshot.text(ref.chunk->name[ref.slice]);
}

void add_python(const SliceRef& ref, std::string_view name, DetailsModel& model) {
  const std::string_view module = module_name(name);
  if (!module.empty()) {
    model.modules.push_back({ref.chunk->id_of(ref.slice), std::string(module)});
    return;
  }
  DetailsFrame frame = parse_python_frame(name);
  frame.event = ref.chunk->id_of(ref.slice);
  model.python.insert(model.python.begin(), std::move(frame));
}

/// The innermost function is at this line: "data.py:41".
void set_sampled_line(std::string_view name, DetailsModel& model) {
  const auto line = token_int(name.substr(name.rfind(':') + 1));
  if (line && *line > 0 && !model.python.empty()) model.python.front().line = *line;
}

}  // namespace

std::vector<SliceRef> stack_around(const SliceRef& home) {
  std::vector<SliceRef> open = slices_at(*home.track, home.chunk->start_ns[home.slice]);
  const std::uint32_t own_row = home.chunk->row_of(home.slice);
  std::erase_if(open, [&](const SliceRef& ref) {
    return ref.chunk == home.chunk && ref.chunk->row_of(ref.slice) >= own_row;
  });
  return open;
}

void add_stack_levels(const Snapshot& snapshot, const std::vector<SliceRef>& stack,
                      DetailsModel& model) {
  for (const SliceRef& ref : stack) {
    if (is_python_function(kind_of(snapshot, ref))) add_python(ref, text_of(snapshot, ref), model);
  }
  add_annotations(snapshot, stack, model);
}

void add_annotations(const Snapshot& snapshot, const std::vector<SliceRef>& stack,
                     DetailsModel& model) {
  for (const SliceRef& ref : stack) {
    const std::string_view name = text_of(snapshot, ref);
    const CategoryKind kind = kind_of(snapshot, ref);
    if (kind != CategoryKind::UserAnnotation &&
        !(kind == CategoryKind::CpuOp && is_annotation_name(name)))
      continue;
    model.annotations.insert(
        model.annotations.begin(),
        {ref.chunk->id_of(ref.slice), std::string(name), ref.chunk->dur_ns[ref.slice]});
  }
}

void take_sampled_line(const Snapshot& snapshot, const SliceRef& home, DetailsModel& model) {
  if (model.kind == CategoryKind::SampledLine) set_sampled_line(model.name, model);
  if (model.kind != CategoryKind::NativeFrame) return;
  // Native code is called from the line around it.
  for (const SliceRef& ref : stack_around(home)) {
    if (kind_of(snapshot, ref) == CategoryKind::SampledLine)
      set_sampled_line(text_of(snapshot, ref), model);
  }
}

std::string call_stack_of(const JsonValue& args) {
  const JsonValue* stack = args.find("Call stack");
  return stack != nullptr && stack->string() != nullptr ? *stack->string() : std::string();
}

}  // namespace lanescope

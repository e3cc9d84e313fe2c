#include "core/view/text/frame_label.h"

#include "core/analysis/host/python_frame.h"

namespace lanescope {

std::string frame_label(std::string_view name) {
  const DetailsFrame frame = parse_python_frame(name);
  if (frame.file.empty()) return frame.function;
  const std::size_t slash = frame.file.rfind('/');
  const std::string file = slash == std::string::npos ? frame.file : frame.file.substr(slash + 1);
  return frame.function + "  " + file + ":" + std::to_string(frame.line);
}

std::string_view FrameLabels::of(StringId name) {
  if (!strings_ || index_of(name) >= strings_->size()) return {};
  const auto [at, fresh] = labels_.try_emplace(index_of(name));
  if (fresh) at->second = frame_label((*strings_)[name]);
  return at->second;
}

}  // namespace lanescope

#include "app/panes/pane/face_labels.h"

namespace lanescope {

const LabelFitter& FaceLabels::in(const Face& face) {
  if (fitter_ && face_ == face) return *fitter_;
  face_ = face;
  return fitter_.emplace([face](char32_t c) {
    const ImWchar known = c <= IM_UNICODE_CODEPOINT_MAX ? static_cast<ImWchar>(c) : ImWchar{0xFFFD};
    return face.font->GetCharAdvance(known) * face.size_px / face.font->FontSize;
  });
}

}  // namespace lanescope

// Labels cut to their room in the face they are drawn with.
#pragma once

#include <optional>

#include "app/widgets/draw/style.h"
#include "core/view/text/label_fit.h"

namespace lanescope {

/// The fitter of one face, made anew when the face has changed. Main thread.
class FaceLabels {
 public:
  const LabelFitter& in(const Face& face);

 private:
  Face face_;
  std::optional<LabelFitter> fitter_;
};

}  // namespace lanescope

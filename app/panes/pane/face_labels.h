// Labels shortened to fit, for the face that they are drawn with.
#pragma once

#include <optional>

#include "app/widgets/draw/style.h"
#include "core/view/text/label_fit.h"

namespace lanescope {

/// The label fitter of one face, rebuilt when the face changes. Main thread.
class FaceLabels {
 public:
  const LabelFitter& in(const Face& face);

 private:
  Face face_;
  std::optional<LabelFitter> fitter_;
};

}  // namespace lanescope

#include "core/view/colors/color_title.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("colors are named after what they mean for the kind of event") {
  CHECK(color_title(CategoryKind::Kernel, "sgemm") == "GEMM, conv");
  CHECK(color_title(CategoryKind::PythonFunction, "train.py(9): main") == "Python, runtime");
  CHECK(color_title(CategoryKind::SampledFrame, "train.py(9): main") == "your code");
  CHECK(color_title(CategoryKind::SampledLine, "torch/nn/linear.py:114") == "library");
  CHECK(color_title(CategoryKind::SampledFrame, "<frozen site>(3): main") == "standard library");
  CHECK(color_title(CategoryKind::SampledFrame, "torch/utils/data/dataloader.py(633): __next__") ==
        "data loading");
  CHECK(color_title(CategoryKind::NativeFrame, "sgemm (libmkl.so)") == "native code");
  CHECK(color_title(CategoryKind::ThreadState, "waiting for a CPU · GIL") == "waiting for a CPU");
  CHECK(color_title(CategoryKind::ThreadState, "futex · GIL") == "lock");
  CHECK(color_title(CategoryKind::ThreadState, "read pipe") == "pipe or socket");
  CHECK(color_title(CategoryKind::ThreadState, "event loop is idle") == "event loop is idle");
}

}  // namespace lanescope

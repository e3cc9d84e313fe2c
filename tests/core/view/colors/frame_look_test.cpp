#include "core/view/colors/frame_look.h"

#include <set>

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("frames are told apart by whose code they are") {
  for (const char* own : {"train.py(9): main", "train.py:9", "models/resnet.py(88): forward",
                          "/home/me/x.py(1): f", "profile.py(3): run", "trace.py:4"}) {
    CAPTURE(own);
    CHECK(frame_owner(own) == FrameOwner::Own);
  }
  for (const char* library :
       {"torch/nn/linear.py(114): forward", "torch/nn/linear.py:116", "numpy/core/numeric.py(3): f",
        "/venv/lib/python3.12/site-packages/anything/y.py(1): f"}) {
    CAPTURE(library);
    CHECK(frame_owner(library) == FrameOwner::Library);
  }
  for (const char* standard :
       {"threading.py(1002): _bootstrap", "threading.py:1002", "json/decoder.py(3): decode",
        "site.py(9): main", "<frozen importlib._bootstrap>(1165): _find_and_load",
        "<frozen site>:3", "<string>(1): <module>", "/usr/lib/python3.10/random.py(2): seed"}) {
    CAPTURE(standard);
    CHECK(frame_owner(standard) == FrameOwner::Standard);
  }
}

TEST_CASE("names of other things are no frames") {
  for (const char* name : {"", ":", "aten::mm", "running", "read /data/a.py", "12:30", ".py",
                           "a.cpp(3): f", "gemm(12): x", "nn.Module: Linear_0"}) {
    CAPTURE(name);
    CHECK_FALSE(frame_owner(name).has_value());
  }
}

TEST_CASE("each owner of frames has a color and a name to itself") {
  std::set<ColorRole> roles;
  std::set<std::string_view> titles;
  for (std::size_t i = 0; i < kFrameOwners; ++i) {
    roles.insert(frame_owner_role(static_cast<FrameOwner>(i)));
    titles.insert(frame_owner_title(static_cast<FrameOwner>(i)));
  }
  CHECK(roles.size() == kFrameOwners);
  CHECK(titles.size() == kFrameOwners);
}

}  // namespace lanescope

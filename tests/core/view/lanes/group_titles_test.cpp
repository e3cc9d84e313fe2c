#include "core/view/lanes/group_titles.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

std::string title_of(GroupKind kind, const std::string& group, const std::string& lane) {
  return title_with_group({"key", group, kind, {}}, {.title = lane});
}

}  // namespace

TEST_CASE("a lane away from its group says which GPU or process it belongs to") {
  CHECK(title_of(GroupKind::Device, "GPU 0 H200", "stream 7") == "GPU 0 · stream 7");
  CHECK(title_of(GroupKind::Device, "GPU 12", "idle") == "GPU 12 · idle");
  CHECK(title_of(GroupKind::Device, "MTIA 9", "stream 7") == "MTIA 9 · stream 7");
  CHECK(title_of(GroupKind::Metrics, "GPU 1 metrics", "SM busy") == "GPU 1 · SM busy");
  CHECK(title_of(GroupKind::Metrics, "GPU metrics", "SM busy") == "GPU metrics · SM busy");
  CHECK(title_of(GroupKind::Process, "python pid 25738", "main thread") ==
        "pid 25738 · main thread");
  CHECK(title_of(GroupKind::Process, "python pid 8 · 3 more threads have no lane", "t") ==
        "pid 8 · t");
  CHECK(title_of(GroupKind::Process, "python", "main thread") == "python · main thread");
  CHECK(title_with_group({"key", "python pid 8", GroupKind::Process, {}},
                         {.title = "samples", .thread = "main thread"}) ==
        "pid 8 · main thread · samples");
}

TEST_CASE("a lane of the whole trace, or that names its GPU itself, keeps its title") {
  CHECK(title_of(GroupKind::Steps, "", "Steps") == "Steps");
  CHECK(title_of(GroupKind::Counters, "Counters", "queue") == "queue");
  CHECK(title_of(GroupKind::Device, "GPU 0 H200", "GPU 0 memory") == "GPU 0 memory");
}

}  // namespace lanescope

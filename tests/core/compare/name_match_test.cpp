#include "core/compare/name_match.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/measured_work.h"

using namespace lanescope;

namespace {

RunPart part(const std::string& name, const std::string& shapes = "", Ns first_ns = 0) {
  RunPart made;
  made.kind = PartKind::Op;
  made.name = name;
  made.shapes = shapes;
  made.first_ns = first_ns;
  return made;
}

}  // namespace

TEST_CASE("names lose what differs from build to build") {
  CHECK(normal_name("void at::vectorized_kernel<4, at::Fill<float>>(int)") ==
        "void at::vectorized_kernel(int)");
  CHECK(normal_name("triton_poi_fused_add_relu_12") == "triton_poi_fused_add_relu");
  CHECK(normal_name("ProfilerStep#7") == "ProfilerStep#");
  CHECK(normal_name("graph_0x7f3a12b4c5d6_run") == "graph__run");
  CHECK(normal_name("graph 0x7f3a12b4c5d6 run") == "graph  run");
  CHECK(normal_name("fused_9f86d081884c7d65") == "fused_");
  CHECK(normal_name("aten::add_") == "aten::add_");
  CHECK(normal_name("torch/nn/modules/module.py(1743): _call_impl") ==
        "torch/nn/modules/module.py: _call_impl");
  CHECK(normal_name("train.py(no number): step") == "train.py(no number): step");
  CHECK(normal_name("train.py(12") == "train.py(12");
  CHECK(normal_name("hipDeviceSynchronize") == "cudaDeviceSynchronize");
  CHECK(normal_name("hip") == "hip");
  CHECK(normal_name("hipster") == "hipster");
  CHECK(normal_name("Conv2d_1") == "Conv2d_1");
  CHECK(normal_name("cut off<in the middle") == "cut off<in the middle");
  CHECK(normal_name("").empty());
}

TEST_CASE("parts pair up by the most they have in common, and none is lost") {
  const std::vector<RunPart> a = {part("mm", "[2]"), part("mm", "[3]"), part("gone"),
                                  part("triton_a_0")};
  const std::vector<RunPart> b = {part("mm", "[3]"), part("mm", "[4]"), part("new"),
                                  part("triton_a_5")};
  const auto pairs = pair_parts(a, b);
  REQUIRE(pairs.size() == 5);
  CHECK(pairs[0].a == 1);  // the same shapes
  CHECK(pairs[0].b == 0);
  CHECK(pairs[0].by == MatchedBy::Exact);
  CHECK(pairs[1].a == 0);  // other shapes
  CHECK(pairs[1].b == 1);
  CHECK(pairs[1].by == MatchedBy::Name);
  CHECK(pairs[2].a == 3);
  CHECK(pairs[2].b == 3);
  CHECK(pairs[2].by == MatchedBy::NormalName);
  CHECK(pairs[3].a == 2);
  CHECK_FALSE(pairs[3].b);
  CHECK_FALSE(pairs[4].a);
  CHECK(pairs[4].b == 2);
}

TEST_CASE("kernels of another demangler pair up by their template arguments") {
  const auto kernel = [](const std::string& name, Ns first_ns) {
    RunPart made = part(name, "", first_ns);
    made.kind = PartKind::Kernel;
    return made;
  };
  const std::vector<RunPart> a = {kernel("void k<(int)4>(T1)", 0), kernel("void k<(int)8>(T1)", 1)};
  const std::vector<RunPart> b = {kernel("void k<8>(float)", 0), kernel("void k<4>(float)", 1)};
  const auto pairs = pair_parts(a, b);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].a == 0);
  CHECK(pairs[0].b == 1);
  CHECK(pairs[0].by == MatchedBy::Spelling);
  CHECK(matched_by_name(pairs[0].by) == "spelling");
  CHECK(pairs[1].b == 0);
}

TEST_CASE("operators at other shapes pair up in the order they were launched") {
  const std::vector<RunPart> a = {part("mm", "[10]", 20), part("mm", "[9]", 10)};
  const std::vector<RunPart> b = {part("mm", "[18]", 10), part("mm", "[20]", 20)};
  const auto pairs = pair_parts(a, b);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].a == 1);
  CHECK(pairs[0].b == 0);
  CHECK(pairs[1].a == 0);
  CHECK(pairs[1].b == 1);
}

TEST_CASE("a name of one long number takes as long as it is") {
  const auto work = [](std::size_t length) {
    const std::string name = std::string(length, 'a') + "z";
    return measured_work([&] { CHECK(normal_name(name) == name); });
  };
  check_growth(work(20'000), work(40'000));
}

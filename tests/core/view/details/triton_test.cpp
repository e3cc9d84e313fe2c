#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"
#include "core/view/details/facts.h"

namespace lanescope {

TEST_CASE("a Triton kernel names its file, its hash and how it was launched") {
  const auto args = parse_event_text(
      R"({"kernel_file":"/tmp/x.py","kernel_hash":"c5n4","kernel_kwargs":"XBLOCK=512",)"
      R"("num_warps":2,"num_stages":1,"kernel_backend":"triton"})");
  const auto triton = triton_of(args.value());
  REQUIRE(triton);
  CHECK(triton->file == "/tmp/x.py");
  const auto facts = triton_facts(*triton);
  REQUIRE(facts.size() == 3);
  CHECK(facts[0].value == "c5n4");
  CHECK(facts[1].value == "XBLOCK=512");
  CHECK(facts[2].value == "2 · 1");
}

TEST_CASE("other operators are no Triton kernels") {
  CHECK_FALSE(triton_of(parse_event_text(R"({"num_warps":2,"stream":0})").value()));
}

}  // namespace lanescope

#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"
#include "core/view/details/facts.h"

namespace lanescope {
namespace {

DetailsCopy copy(std::string_view name, const std::string& args, Ns dur_ns,
                 CategoryKind kind = CategoryKind::Memcpy, const TraceInfo& info = {}) {
  const auto parsed = parse_event_text(args);
  REQUIRE(parsed.ok());
  const auto out = copy_of(info, kind, name, &parsed.value(), dur_ns);
  REQUIRE(out);
  return *out;
}

}  // namespace

TEST_CASE("a copy says whether the host's memory is pageable or pinned") {
  const DetailsCopy up = copy("Memcpy HtoD (Pageable -> Device)", R"({"bytes":4096})", 2000);
  CHECK(up.from == "pageable host");
  CHECK(up.to == "device");
  CHECK(up.gb_per_s == doctest::Approx(2.048));
  CHECK(copy("Memcpy DtoH (Device -> Pinned)", "{}", 1).to == "pinned host");
  CHECK(copy("CopyHostToDevice", "{}", 1).from == "host");
  CHECK(copy("Memcpy DtoD", "{}", 1).to == "device");
}

TEST_CASE("the rate of a copy is the profiler's own where times were cut to microseconds") {
  const std::string args = R"x({"bytes":4096,"memory bandwidth (GB/s)":3.5})x";
  TraceInfo cut;
  cut.whole_microseconds = true;
  CHECK(copy("Memcpy DtoD", args, 2000, CategoryKind::Memcpy, cut).gb_per_s ==
        doctest::Approx(3.5));
  CHECK(copy("Memcpy DtoD", args, 2000).gb_per_s == doctest::Approx(2.048));
}

TEST_CASE("a fill has one memory, other work is no copy") {
  const DetailsCopy fill = copy("Memset (Device)", R"({"bytes":"512"})", 0, CategoryKind::Memset);
  CHECK(fill.from.empty());
  CHECK(fill.to == "device");
  CHECK(fill.bytes == 512);
  CHECK_FALSE(fill.gb_per_s);
  CHECK_FALSE(copy_of({}, CategoryKind::Kernel, "Memcpy HtoD", nullptr, 1));
  CHECK(copy_of({}, CategoryKind::Memcpy, "", nullptr, 1)->to.empty());
}

TEST_CASE("rates have the unit that suits them") {
  CHECK(format_rate(24.1299) == "24.13 GB/s");
  CHECK(format_rate(0.1721) == "172.1 MB/s");
  CHECK(format_rate(3352) == "3.352 TB/s");
  CHECK(format_rate(0.0004223) == "422.3 kB/s");
}

}  // namespace lanescope

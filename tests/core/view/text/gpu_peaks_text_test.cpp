#include "core/view/text/gpu_peaks_text.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("what a user says of GPUs reads back as it was written") {
  const std::vector<GpuPeaks> said{{"H200", {67, 494.7, 989.4, 989.4, 1978.9}, 4800, true},
                                   {"Own \"card\"", {0, 0, 18.7, 0, 0}, 732.5, false},
                                   {"Half known", {0, 0, 1, 0, 0}, 0, true}};
  const auto read = parse_gpu_peaks(gpu_peaks_json(said).to_text());
  REQUIRE(read.ok());
  CHECK(read.value() == said);
}

TEST_CASE("a list of GPUs that makes no sense is refused with the place") {
  const auto why = [](const std::string& json) {
    const auto read = parse_gpu_peaks(json);
    REQUIRE(!read.ok());
    return read.error().message;
  };
  CHECK(why("").find("is not JSON like") == 0);
  CHECK(why("[]").find("is not JSON like") == 0);
  CHECK(why(R"({"gpus": 1})").find("is not JSON like") == 0);
  CHECK(why(R"({"gpus": [3]})") == "GPU 1 in the list: it is not an object");
  CHECK(why(R"({"gpus": [{"gb_per_s": 1}]})") ==
        "GPU 1 in the list: gpu, a part of the device's name, is missing");
  CHECK(why(R"({"gpus": [{"gpu": "A", "gb_per_s": 1}, {"gpu": "B"}]})") ==
        "GPU 2 in the list: it has no rate");
  CHECK(why(R"({"gpus": [{"gpu": "A", "gb_per_s": -1}]})") ==
        "GPU 1 in the list: gb_per_s is not a number from 0 to 1e+09");
  CHECK(why(R"({"gpus": [{"gpu": "A", "gb_per_s": 1, "tflops": {"fp16": 3}}]})") ==
        "GPU 1 in the list: \"fp16\" is not one of float32, tf32, float16, bfloat16, float8");
  CHECK(why(R"({"gpus": [{"gpu": "A", "gb_per_s": 1, "tensor_cores": 3}]})") ==
        "GPU 1 in the list: tensor_cores is not true or false");
}

TEST_CASE("an empty list is a list") {
  const auto read = parse_gpu_peaks(R"({"gpus": []})");
  REQUIRE(read.ok());
  CHECK(read.value().empty());
}

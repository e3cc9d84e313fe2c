// Pictures of whole traces show as much ink as Overview says that each GPU is busy or idle.
#include "tests/app/lanes/ink.h"

#include <doctest/doctest.h>

#include "tests/corpus/corpus.h"

using namespace lanescope;

TEST_CASE("lanes of real traces are filled by their share of time at every width of the window") {
  for (const std::string name :
       {"qwen05b-h100-stacks-memory.json.gz", "cupti-counters-a100.json.gz",
        "sam-fast-a100-274k.json.gz", "vllm-b200-overlapping-kernels.json.gz",
        "kineto2021-resnet50-v100-workers0.json.gz", "sglang-qwen8b-mi300-graph-decode.json.gz"}) {
    const std::string file = corpus_file(name).string();
    for (const float width_px : {900.0F, 1600.0F, 2560.0F}) check_ink(file, width_px);
  }
}

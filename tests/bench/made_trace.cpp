// Writes a trace of a training loop, of about as many bytes as asked for: what the programs that
// measure need where no real trace is at hand. The same bytes each time.
//
//   made_trace OUT.json BYTES
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "tests/core/fixtures/training_trace.h"

namespace {

using namespace lanescope;

constexpr int kLayers = 24;
constexpr std::int64_t kBlockBytes = 1 << 22;

/// A block of a network: a module with operators of different shapes, an activation in memory.
void layer(TrainingTrace& loop, int number) {
  const std::int64_t address = 0x7f0000000000 + number * kBlockBytes;
  loop.range("python_function", fmt::format("model.py({}): forward", 40 + number), [&] {
    loop.allocate(address, kBlockBytes);
    loop.range(
        "cpu_op", "aten::linear",
        [&] {
          loop.op("aten::addmm", "ampere_sgemm_128x64_tn", 120 + number, 20,
                  R"("grid":[128,4,1],"block":[256,1,1],"registers per thread":122)");
        },
        fmt::format(R"("Input Dims":[[32,{0}],[{0},1024]],"Input type":["float","float"])",
                    256 + 32 * number));
    loop.op("aten::relu", "void at::native::vectorized_elementwise_kernel<4>(int)", 9, 12);
    loop.op("aten::native_layer_norm", "void layer_norm_kernel<float>(int)", 14, 16);
    loop.free(address, kBlockBytes);
  });
}

void step(TrainingTrace& loop) {
  loop.step([&] {
    loop.range("python_function", "train.py(52): train_step", [&] {
      loop.host("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                180);
      loop.copy("Memcpy HtoD (Pageable -> Device)", 1 << 20, 90, true);
      for (int i = 0; i < kLayers; ++i) layer(loop, i);
      loop.op("aten::nll_loss", "void nll_loss_forward(float)", 8);
      for (int i = kLayers; i-- > 0;) layer(loop, i);
      loop.launch("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 400);
      loop.op("Optimizer.step#Adam.step", "void multi_tensor_apply_kernel<Adam>(int)", 200);
      loop.wait_for_gpu("cudaStreamSynchronize");
    });
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t bytes = 0;
  if (argc == 3) std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), bytes);
  if (bytes == 0) {
    fmt::print(stderr, "usage: made_trace OUT.json BYTES\n");
    return 2;
  }
  TrainingTrace one;
  step(one);
  const std::size_t step_bytes = one.text().size();
  TrainingTrace loop;
  for (std::size_t i = 0; i <= bytes / step_bytes; ++i) step(loop);
  const std::string text = loop.text();
  std::FILE* file = std::fopen(argv[1], "wb");
  const bool written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == nullptr || std::fclose(file) != 0 || !written) {
    fmt::print(stderr, "made_trace: {} cannot be written\n", argv[1]);
    return 3;
  }
  return 0;
}

// Launches through the driver's own functions, as Triton's and cuBLASLt's do. They are found
// through the runtime, so that nothing needs to be linked.
//   driver_launch [--launches N]   half by cuLaunchKernel, half by cuLaunchKernelEx
#include <cuda.h>

#include "program.h"

namespace {

__global__ void driver_kernel(int* value) {
  atomicAdd(value, 1);
}

template <typename Function>
Function find(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult how{};
  CUDA_OK(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &how));
  return reinterpret_cast<Function>(found);
}

void check_driver(CUresult result) {
  if (result == CUDA_SUCCESS) return;
  std::fprintf(stderr, "the driver answers %d\n", static_cast<int>(result));
  std::_Exit(70);
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  const long long launches = arguments.number("launches", 10000);
  int* value = nullptr;
  CUDA_OK(cudaMalloc(&value, sizeof *value));
  CUDA_OK(cudaMemset(value, 0, sizeof *value));
  cudaFunction_t symbol{};
  CUDA_OK(cudaGetFuncBySymbol(&symbol, reinterpret_cast<const void*>(driver_kernel)));
  const auto function = reinterpret_cast<CUfunction>(symbol);
  const auto launch = find<decltype(&cuLaunchKernel)>("cuLaunchKernel");
  const auto launch_ex = find<decltype(&cuLaunchKernelEx)>("cuLaunchKernelEx");
  void* parameters[] = {&value};
  CUlaunchConfig config{};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  for (long long at = 0; at < launches; ++at) {
    if (at % 2 == 0)
      check_driver(launch(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
    else
      check_driver(launch_ex(&config, function, parameters, nullptr));
  }
  int seen = 0;
  CUDA_OK(cudaMemcpy(&seen, value, sizeof seen, cudaMemcpyDeviceToHost));
  gpu::Line line;
  line.add("program", "driver_launch").add("launches", launches);
  line.add("kernels", static_cast<long long>(seen)).print();
  return seen == launches ? 0 : 71;
}

// Cooperative launches, and launches of clusters where the GPU has them (compute capability 9).
//   special_launch [--launches N, of each]
#include <cooperative_groups.h>

#include "program.h"

namespace {

__global__ void cooperative_kernel(int* value) {
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) atomicAdd(value, 1);
}

__global__ void cluster_kernel(int* value) {
  if (threadIdx.x == 0) atomicAdd(value, 1);
}

void launch_clusters(int* value, long long launches) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  config.attrs = &cluster;
  config.numAttrs = 1;
  for (long long at = 0; at < launches; ++at)
    CUDA_OK(cudaLaunchKernelEx(&config, cluster_kernel, value));
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  const long long launches = arguments.number("launches", 1000);
  cudaDeviceProp device{};
  CUDA_OK(cudaGetDeviceProperties(&device, 0));
  int* value = nullptr;
  CUDA_OK(cudaMalloc(&value, sizeof *value));
  void* parameters[] = {&value};
  for (long long at = 0; at < launches; ++at)
    CUDA_OK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(cooperative_kernel), dim3(4),
                                        dim3(32), parameters, 0, nullptr));
  const long long clusters = device.major >= 9 ? launches : 0;
  launch_clusters(value, clusters);
  CUDA_OK(cudaDeviceSynchronize());
  gpu::Line line;
  line.add("program", "special_launch").add("launches", launches + clusters);
  line.add("kernels", launches + clusters).add("clusters", clusters).print();
  return 0;
}

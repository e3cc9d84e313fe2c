// Launches of a CUDA graph that was captured from a stream.
//   graphs [--launches N] [--nodes M]
#include "program.h"

namespace {

__global__ void node_kernel(int* value) {
  *value += 1;
}

cudaGraphExec_t capture(cudaStream_t stream, int* value, long long nodes) {
  CUDA_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (long long node = 0; node < nodes; ++node) node_kernel<<<1, 1, 0, stream>>>(value);
  cudaGraph_t graph{};
  CUDA_OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t ready{};
  CUDA_OK(cudaGraphInstantiate(&ready, graph, 0));
  CUDA_OK(cudaGraphDestroy(graph));
  return ready;
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  const long long launches = arguments.number("launches", 1000);
  const long long nodes = arguments.number("nodes", 20);
  cudaStream_t stream{};
  CUDA_OK(cudaStreamCreate(&stream));
  int* value = nullptr;
  CUDA_OK(cudaMalloc(&value, sizeof *value));
  CUDA_OK(cudaMemset(value, 0, sizeof *value));
  const cudaGraphExec_t graph = capture(stream, value, nodes);
  for (long long at = 0; at < launches; ++at) CUDA_OK(cudaGraphLaunch(graph, stream));
  CUDA_OK(cudaStreamSynchronize(stream));
  int seen = 0;
  CUDA_OK(cudaMemcpy(&seen, value, sizeof seen, cudaMemcpyDeviceToHost));
  gpu::Line line;
  // A call that is captured launches nothing, but is one of those that launch.
  line.add("program", "graphs").add("launches", launches + nodes);
  line.add("kernels", static_cast<long long>(seen)).print();
  return seen == launches * nodes ? 0 : 71;
}

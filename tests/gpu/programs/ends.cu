// Ways to end. Launches N kernels and waits for them, then M more right before the end.
//   ends [--launches N] [--more M] [--wait-ms MS, between] [--sync 0|1, before the end]
//        [--how return|exit|_exit|kill|abort|reset]
// The line is printed before the last kernels: `sure` is how many had long ended by then.
#include <csignal>
#include <thread>
#include <unistd.h>

#include "program.h"

namespace {

__global__ void last_kernel() {}

void launch(long long launches) {
  for (long long at = 0; at < launches; ++at) last_kernel<<<1, 32>>>();
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  const long long launches = arguments.number("launches", 1000);
  const long long more = arguments.number("more", 100);
  const std::string how = arguments.text("how", "return");
  launch(launches);
  CUDA_OK(cudaDeviceSynchronize());
  std::this_thread::sleep_for(std::chrono::milliseconds(arguments.number("wait-ms", 300)));
  gpu::Line line;
  line.add("program", "ends").add("how", how.c_str()).add("launches", launches + more);
  line.add("kernels", launches + more).add("sure", launches).print();
  launch(more);
  if (arguments.number("sync", 0) != 0) CUDA_OK(cudaDeviceSynchronize());
  if (how == "exit") std::exit(0);
  if (how == "_exit") _exit(0);
  if (how == "kill") kill(getpid(), SIGKILL);
  if (how == "abort") std::abort();
  if (how == "reset") CUDA_OK(cudaDeviceReset());
  return 0;
}

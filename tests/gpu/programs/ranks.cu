// Starts two processes of itself, as torchrun does: each with its RANK, each a process that uses
// CUDA by itself; this one does not.
//   ranks [--launches N, of each]
#include <unistd.h>

#include <sys/wait.h>

#include "program.h"

namespace {

constexpr int kRanks = 2;

__global__ void rank_kernel() {}

int run_rank(long long launches) {
  for (long long at = 0; at < launches; ++at) rank_kernel<<<1, 32>>>();
  CUDA_OK(cudaDeviceSynchronize());
  return 0;
}

pid_t start_rank(int rank, char** values) {
  const pid_t child = fork();
  if (child != 0) return child;
  setenv("RANK", std::to_string(rank).c_str(), 1);
  setenv("LOCAL_RANK", std::to_string(rank).c_str(), 1);
  setenv("WORLD_SIZE", std::to_string(kRanks).c_str(), 1);
  execv("/proc/self/exe", values);
  _exit(72);
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  const long long launches = arguments.number("launches", 1000);
  if (std::getenv("RANK") != nullptr) return run_rank(launches);
  pid_t children[kRanks];
  for (int rank = 0; rank < kRanks; ++rank) children[rank] = start_rank(rank, values);
  int failed = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    failed += status == 0 ? 0 : 1;
  }
  gpu::Line line;
  line.add("program", "ranks").add("ranks", static_cast<long long>(kRanks));
  line.add("launches", launches * kRanks).add("kernels", launches * kRanks).print();
  return failed;
}

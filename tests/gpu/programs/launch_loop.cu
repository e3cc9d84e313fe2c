// Empty kernels, launched as fast as it goes or at a rate, from one or several threads.
//   launch_loop [--launches N] [--threads T] [--streams S, of each thread] [--stream own|perthread]
//               [--rate launches/s of each thread] [--idle-ms MS, before the first] [--rounds R]
// Prints the launches of all threads, and the median of the rounds' ns per launch.
#include <algorithm>
#include <thread>
#include <vector>

#include "program.h"

namespace {

__global__ void empty_kernel() {}

struct Work {
  long long launches, rate;
  int streams;
  bool per_thread;
};

void launch_all(const Work& work, const std::vector<cudaStream_t>& streams) {
  const auto begin = std::chrono::steady_clock::now();
  for (long long at = 0; at < work.launches; ++at) {
    if (work.rate != 0)
      std::this_thread::sleep_until(begin +
                                    std::chrono::nanoseconds(1'000'000'000LL * at / work.rate));
    empty_kernel<<<1, 32, 0, streams[static_cast<std::size_t>(at) % streams.size()]>>>();
  }
  CUDA_OK(cudaGetLastError());
}

void run_thread(const Work& work) {
  std::vector<cudaStream_t> streams(static_cast<std::size_t>(work.streams));
  for (cudaStream_t& stream : streams) {
    if (work.per_thread)
      stream = cudaStreamPerThread;
    else
      CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  launch_all(work, streams);
  for (cudaStream_t stream : streams) {
    CUDA_OK(cudaStreamSynchronize(stream));
    if (!work.per_thread) CUDA_OK(cudaStreamDestroy(stream));
  }
}

double run_round(const Work& work, int threads) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> all;
  for (int thread = 1; thread < threads; ++thread) all.emplace_back(run_thread, work);
  run_thread(work);
  for (std::thread& thread : all) thread.join();
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
  return spent.count() / static_cast<double>(work.launches);
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  const auto threads = static_cast<int>(arguments.number("threads", 1));
  const long long rounds = arguments.number("rounds", 1);
  const bool per_thread = std::strcmp(arguments.text("stream", "own"), "perthread") == 0;
  const Work work{arguments.number("launches", 1000) / threads, arguments.number("rate", 0),
                  static_cast<int>(arguments.number("streams", 1)), per_thread};
  const long long start = gpu::now_ns();
  CUDA_OK(cudaFree(nullptr));
  const long long ready = gpu::now_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds(arguments.number("idle-ms", 0)));
  // Loads the kernel, which the rounds are not about.
  empty_kernel<<<1, 32>>>();
  CUDA_OK(cudaDeviceSynchronize());
  std::vector<double> ns;
  for (long long round = 0; round < rounds; ++round) ns.push_back(run_round(work, threads));
  std::sort(ns.begin(), ns.end());
  const long long launches = work.launches * threads * rounds + 1;
  gpu::Line line;
  line.add("program", "launch_loop").add("launches", launches).add("kernels", launches);
  line.add("threads", static_cast<long long>(threads)).add("start_ns", start);
  line.add("init_ms", static_cast<double>(ready - start) * 1e-6);
  line.add("ns_per_launch", ns[ns.size() / 2]).print();
  return 0;
}

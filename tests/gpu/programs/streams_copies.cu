// Every kind of copy and set, events and waits between streams, and memory of a pool.
//   streams_copies [--rounds R]
// Counts by CUPTI's names of copy kinds; what may be one record or several, or none, is counted as
// `maybe_…` and only shown.
#include <vector>

#include "program.h"

namespace {

constexpr std::size_t kBytes = 1 << 20;
constexpr std::size_t kWidth = 1024, kHeight = 256;  // kBytes as floats

__global__ void touch(float* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += 1.0F;
}
__device__ float symbol_data[256];

struct Counts {
  long long htod = 0, dtoh = 0, dtod = 0, htoa = 0, atoh = 0, atod = 0, dtoa = 0, sets = 0;
  long long kernels = 0, maybe_sets = 0, maybe_copies = 0;
};

struct Memory {
  float *pageable, *pinned, *device, *other, *managed;
  cudaArray_t array;

  Memory() {
    pageable = static_cast<float*>(std::calloc(kBytes, 1));
    CUDA_OK(cudaMallocHost(&pinned, kBytes));
    CUDA_OK(cudaMalloc(&device, kBytes));
    CUDA_OK(cudaMalloc(&other, kBytes));
    CUDA_OK(cudaMallocManaged(&managed, kBytes));
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_OK(cudaMallocArray(&array, &format, kWidth, kHeight));
  }
  ~Memory() {
    cudaFreeArray(array);
    cudaFree(managed);
    cudaFree(other);
    cudaFree(device);
    cudaFreeHost(pinned);
    std::free(pageable);
  }
};

void plain_copies(const Memory& m, cudaStream_t stream, Counts& counts) {
  CUDA_OK(cudaMemcpy(m.device, m.pageable, kBytes, cudaMemcpyHostToDevice));
  CUDA_OK(cudaMemcpyAsync(m.device, m.pinned, kBytes, cudaMemcpyHostToDevice, stream));
  CUDA_OK(cudaMemcpyToSymbolAsync(symbol_data, m.pinned, sizeof symbol_data, 0,
                                  cudaMemcpyHostToDevice, stream));
  counts.htod += 3;
  CUDA_OK(cudaMemcpyAsync(m.other, m.device, kBytes, cudaMemcpyDeviceToDevice, stream));
  counts.dtod += 1;
  CUDA_OK(cudaMemcpy(m.pageable, m.other, kBytes, cudaMemcpyDeviceToHost));
  CUDA_OK(cudaMemcpyAsync(m.pinned, m.other, kBytes, cudaMemcpyDeviceToHost, stream));
  counts.dtoh += 2;
}

void array_copies(const Memory& m, cudaStream_t stream, Counts& counts) {
  constexpr std::size_t kRow = kWidth * sizeof(float);
  CUDA_OK(cudaMemcpy2DToArrayAsync(m.array, 0, 0, m.pinned, kRow, kRow, kHeight,
                                   cudaMemcpyHostToDevice, stream));
  CUDA_OK(cudaMemcpy2DFromArrayAsync(m.pinned, kRow, m.array, 0, 0, kRow, kHeight,
                                     cudaMemcpyDeviceToHost, stream));
  CUDA_OK(cudaMemcpy2DFromArrayAsync(m.other, kRow, m.array, 0, 0, kRow, kHeight,
                                     cudaMemcpyDeviceToDevice, stream));
  CUDA_OK(cudaMemcpy2DToArrayAsync(m.array, 0, 0, m.other, kRow, kRow, kHeight,
                                   cudaMemcpyDeviceToDevice, stream));
  ++counts.htoa;
  ++counts.atoh;
  ++counts.atod;
  ++counts.dtoa;
}

void other_copies(const Memory& m, cudaStream_t stream, Counts& counts) {
  CUDA_OK(cudaMemcpyAsync(m.pinned, m.pageable, kBytes, cudaMemcpyHostToHost, stream));
  CUDA_OK(cudaMemcpyAsync(m.device, m.managed, kBytes, cudaMemcpyDefault, stream));
  CUDA_OK(cudaMemcpyPeerAsync(m.other, 0, m.device, 0, kBytes, stream));
  counts.maybe_copies += 3;
}

void sets(const Memory& m, cudaStream_t stream, Counts& counts) {
  CUDA_OK(cudaMemset(m.device, 1, kBytes));
  CUDA_OK(cudaMemsetAsync(m.other, 2, kBytes, stream));
  counts.sets += 2;
  constexpr std::size_t kPitch = kWidth * sizeof(float);
  CUDA_OK(cudaMemset2DAsync(m.device, kPitch, 3, kPitch / 2, kHeight, stream));
  ++counts.maybe_sets;
}

/// A kernel on `second` that waits for one on `first`, and one on memory of the pool.
void wait_between(const Memory& m, cudaStream_t first, cudaStream_t second, Counts& counts) {
  cudaEvent_t done{};
  CUDA_OK(cudaEventCreate(&done));
  touch<<<kBytes / 4 / 256, 256, 0, first>>>(m.device);
  CUDA_OK(cudaEventRecord(done, first));
  CUDA_OK(cudaStreamWaitEvent(second, done, 0));
  touch<<<kBytes / 4 / 256, 256, 0, second>>>(m.device);
  CUDA_OK(cudaEventSynchronize(done));
  CUDA_OK(cudaEventDestroy(done));
  float* pooled = nullptr;
  CUDA_OK(cudaMallocAsync(&pooled, kBytes, second));
  CUDA_OK(cudaMemsetAsync(pooled, 0, kBytes, second));
  touch<<<kBytes / 4 / 256, 256, 0, second>>>(pooled);
  CUDA_OK(cudaFreeAsync(pooled, second));
  CUDA_OK(cudaStreamSynchronize(second));
  counts.kernels += 3;
  counts.sets += 1;
}

void print(const Counts& c) {
  gpu::Line line;
  line.add("program", "streams_copies").add("launches", c.kernels).add("kernels", c.kernels);
  line.add("htod", c.htod).add("dtoh", c.dtoh).add("dtod", c.dtod).add("htoa", c.htoa);
  line.add("atoh", c.atoh).add("atod", c.atod).add("dtoa", c.dtoa).add("sets", c.sets);
  line.add("maybe_sets", c.maybe_sets).add("maybe_copies", c.maybe_copies).print();
}

}  // namespace

int main(int count, char** values) {
  const gpu::Arguments arguments(count, values);
  cudaStream_t first{}, second{};
  CUDA_OK(cudaStreamCreate(&first));
  CUDA_OK(cudaStreamCreateWithPriority(&second, cudaStreamNonBlocking, -1));
  Counts counts;
  {
    const Memory memory;
    for (long long round = 0; round < arguments.number("rounds", 10); ++round) {
      plain_copies(memory, first, counts);
      array_copies(memory, first, counts);
      other_copies(memory, first, counts);
      sets(memory, first, counts);
      CUDA_OK(cudaDeviceSynchronize());
      wait_between(memory, first, second, counts);
    }
    CUDA_OK(cudaDeviceSynchronize());
  }
  print(counts);
  return 0;
}

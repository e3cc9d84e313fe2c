// A program without CUDA that uses NVTX's own headers, in itself, in a library that it loads and in
// a child that it forks. Argument: the library.
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>
#include <sys/wait.h>

int main(int, char** arguments) {
  nvtxNameOsThreadA(static_cast<std::uint32_t>(gettid()), "the main thread");
  nvtxRangePushA("of the program");
  void* const library = dlopen(arguments[1], RTLD_NOW);
  if (library == nullptr) return 1;
  reinterpret_cast<void (*)()>(dlsym(library, "use_nvtx"))();
  const pid_t child = fork();
  if (child == 0) {
    nvtxRangePushA("of the child");
    nvtxRangePop();
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  nvtxRangePop();
  nvtxMarkA("the end");
  return status == 0 ? 0 : 2;
}

// Shared by the sample programs: arguments as --NAME VALUE, and one line of JSON that says what was
// done, for comparison with a recording.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <string>

#include <sys/resource.h>

namespace gpu {

/// Ends the program with code 70: the work to be recorded did not happen.
inline void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::_Exit(70);
}
#define CUDA_OK(call) ::gpu::check((call), #call)

class Arguments {
 public:
  Arguments(int count, char** values) : count_(count), values_(values) {}
  const char* text(const char* name, const char* otherwise) const {
    for (int at = 1; at + 1 < count_; at += 2) {
      if (std::strncmp(values_[at], "--", 2) == 0 && std::strcmp(values_[at] + 2, name) == 0)
        return values_[at + 1];
    }
    return otherwise;
  }
  long long number(const char* name, long long otherwise) const {
    const char* const given = text(name, nullptr);
    return given == nullptr ? otherwise : std::atoll(given);
  }

 private:
  int count_;
  char** values_;
};

/// CLOCK_REALTIME, as in recordings.
inline long long now_ns() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

/// One line of JSON on stdout.
class Line {
 public:
  Line& add(const char* key, long long value) { return put(key, std::to_string(value)); }
  Line& add(const char* key, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return put(key, text);
  }
  Line& add(const char* key, const char* value) {
    return put(key, std::string("\"") + value + "\"");
  }
  /// Adds what every program reports: its peak memory, and when it finished.
  void print() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    add("max_rss_kb", static_cast<long long>(usage.ru_maxrss));
    add("end_ns", now_ns());
    std::printf("{%s}\n", text_.c_str());
    std::fflush(stdout);
  }

 private:
  Line& put(const char* key, const std::string& value) {
    text_ += (text_.empty() ? "\"" : ", \"") + std::string(key) + "\": " + value;
    return *this;
  }
  std::string text_;
};

}  // namespace gpu

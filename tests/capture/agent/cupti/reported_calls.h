// A program's calls as CUPTI reports them to the agent, and the records written for them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capture/agent/cupti/callbacks.h"
#include "tests/capture/agent/test_ring.h"

namespace lanescope::agent {

inline constexpr std::uint32_t kLaunch = 211, kLaunchByConfig = 430;
inline constexpr std::uint32_t kCopy = 41, kSet = 51, kMalloc = 20, kSynchronize = 131,
                               kReset = 164;

inline cupti::Result reported_name(int /*domain*/, std::uint32_t id, const char** name) {
  if (id > kLaunchByConfig) return cupti::kInvalidParameter;
  *name = id == kLaunch           ? "cudaLaunchKernel_v7000"
          : id == kLaunchByConfig ? "cudaLaunchKernelExC_v11060"
          : id == kCopy           ? "cudaMemcpyAsync_v3020"
          : id == kSet            ? "cudaMemsetAsync_v3020"
          : id == kMalloc         ? "cudaMalloc_v3020"
          : id == kSynchronize    ? "cudaDeviceSynchronize_v3020"
          : id == kReset          ? "cudaDeviceReset_v3020"
                                  : "cudaFuncSetAttribute_v9000";
  return cupti::kSuccess;
}
using ReportedOption = std::vector<std::string>;

/// Launches as CUPTI reports them.
struct Launches {
  Launches() {
    apis.load(reported_name);
    setup.apis = &apis;
    setup.correlation = &correlation;
    setup.live = true;
  }
  void launch(const char* symbol) { call(kLaunch, symbol, nullptr); }
  /// The stream recorded for a launch with this configuration.
  std::uint64_t stream_of_launch(const void* config) {
    call(kLaunchByConfig, "kernel", &config);
    for (const ReadRecord& record : ring.read(1)) {
      if (record.type() == wire::RecordType::ApiBegin)
        return record.as<wire::ApiBeginRecord>().stream;
    }
    return 0;
  }
  /// The kernel name recorded for each launch.
  std::vector<std::string> kernels() {
    const auto records = ring.read(1);
    for (const auto& [number, text] : strings_of(records)) strings[number] = text;
    std::vector<std::string> names;
    for (const ReadRecord& record : records) {
      if (record.type() == wire::RecordType::ApiBegin)
        names.push_back(strings[record.as<wire::ApiBeginRecord>().kernel]);
    }
    return names;
  }

  void call(std::uint32_t id, const char* symbol, const void* parameters) {
    ++last;
    for (const int site : {cupti::kSiteEnter, cupti::kSiteExit})
      report(site, id, last, symbol, parameters);
  }
  void report(int site, std::uint32_t id, std::uint32_t number, const char* symbol = nullptr,
              const void* parameters = nullptr, const std::uint32_t* result = nullptr,
              int domain = cupti::kDomainRuntime) {
    cupti::CallbackData data{};
    data.site = site;
    data.symbol = symbol;
    data.parameters = parameters;
    data.result = result;
    data.correlation = number;
    on_callback(&setup, domain, id, &data);
  }
  void enter(std::uint32_t id, std::uint32_t number) { report(cupti::kSiteEnter, id, number); }
  void leave(std::uint32_t id, std::uint32_t number) { report(cupti::kSiteExit, id, number); }
  /// Calls as they were recorded: "( 5" begins number 5, ") 5" ends it, "6 of 5" is nested in it.
  std::vector<std::string> reported() {
    std::vector<std::string> lines;
    for (const ReadRecord& record : ring.read(1)) {
      if (record.type() == wire::RecordType::ApiBegin)
        lines.push_back("( " + std::to_string(record.as<wire::ApiBeginRecord>().correlation));
      if (record.type() == wire::RecordType::ApiEnd)
        lines.push_back(") " + std::to_string(record.as<wire::ApiEndRecord>().correlation));
      if (record.type() != wire::RecordType::ApiAlias) continue;
      const auto alias = record.as<wire::ApiAliasRecord>();
      lines.push_back(std::to_string(alias.inner) + " of " + std::to_string(alias.outer));
    }
    return lines;
  }
  Channel& channel() {
    const Recording now;
    return now.channel();
  }

  TestRing ring;
  RecordingTo recording{ring};
  ApiNames apis;
  Correlation correlation;
  CallbackSetup setup;
  std::uint32_t last = 0;
  std::map<std::uint32_t, std::string> strings;
};

}  // namespace lanescope::agent

#include "core/analysis/host/call_class.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 4> kRuntimeSyncs = {"DeviceSynchronize", "StreamSynchronize",
                                                           "EventSynchronize", "CtxSynchronize"};
constexpr std::array<std::string_view, 3> kDriverSyncs = {"CtxSynchronize", "StreamSynchronize",
                                                          "EventSynchronize"};
constexpr std::array<std::string_view, 10> kRuntimeAllocations = {
    "Malloc",         "Free",       "HostAlloc",          "FreeHost", "HostRegister",
    "HostUnregister", "HostMalloc", "ExtMallocWithFlags", "HostFree", "MallocManaged"};
constexpr std::array<std::string_view, 8> kDriverAllocations = {
    "Create", "Map", "Unmap", "Release", "Alloc", "Free", "SetAccess", "AddressReserve"};

/// Methods of PjRt's buffers and of XLA's streams.
constexpr std::array<std::string_view, 4> kResultWaits = {
    "Buffer::Await", "AwaitReady", "BlockHostUntilReady", "BlockHostUntilDone"};
/// Of modules and of arrays; the second waits for several arrays.
constexpr std::array<std::string_view, 2> kPythonResultWaits = {"block_until_ready",
                                                                "batched_block_until_ready"};

template <std::size_t kCount>
bool starts_with_any(std::string_view text, const std::array<std::string_view, kCount>& starts) {
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return text.starts_with(start); });
}

/// Removes the prefix `start`; false if the text does not have it.
bool skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

/// Whether the rest of a name is "" or a version such as "_v3020".
bool is_version(std::string_view text) {
  if (text.empty()) return true;
  return skip(text, "_v") && !text.empty() &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "HtoD", "DtoH_v2" …: copies between any two of host and device.
bool is_driver_copy(std::string_view rest) {
  const bool ends = rest.size() == 4 || (rest.size() == 7 && rest.ends_with("_v2"));
  const auto is_side = [](char c) { return c == 'H' || c == 'D'; };
  return ends && is_side(rest[0]) && rest.substr(1, 2) == "to" && is_side(rest[3]);
}

HostCallClass classify_runtime_call(std::string_view rest) {
  if (starts_with_any(rest, kRuntimeSyncs)) return HostCallClass::Synchronize;
  if (starts_with_any(rest, kRuntimeAllocations)) return HostCallClass::Allocate;
  // HIP has cuMemcpyDtoH and its like under its own prefix, and a copy that waits for a stream.
  const bool waits =
      skip(rest, "Memcpy") && (is_version(rest) || rest == "WithStream" || is_driver_copy(rest));
  return waits ? HostCallClass::Synchronize : HostCallClass::Other;
}

HostCallClass classify_driver_call(std::string_view rest) {
  if (starts_with_any(rest, kDriverSyncs)) return HostCallClass::Synchronize;
  if (!skip(rest, "Mem")) return HostCallClass::Other;
  if (starts_with_any(rest, kDriverAllocations)) return HostCallClass::Allocate;
  return skip(rest, "cpy") && is_driver_copy(rest) ? HostCallClass::Synchronize
                                                   : HostCallClass::Other;
}

/// "block_until_ready" of "api.py(3105): block_until_ready" and of "<built-in function
/// xla_client.block_until_ready>".
std::string_view function_of(std::string_view frame) {
  if (frame.ends_with('>')) frame.remove_suffix(1);
  const std::size_t before = frame.find_last_of(" .");
  return before == std::string_view::npos ? frame : frame.substr(before + 1);
}

}  // namespace

HostCallClass classify_host_call(std::string_view name) {
  if (skip(name, "cuda") || skip(name, "hip")) return classify_runtime_call(name);
  return skip(name, "cu") ? classify_driver_call(name) : HostCallClass::Other;
}

bool is_result_wait(std::string_view name) {
  const auto ends = [&](std::string_view end) { return name.ends_with(end); };
  if (std::ranges::any_of(kResultWaits, ends)) return true;
  return name.find("block_until_ready") != std::string_view::npos &&
         std::ranges::find(kPythonResultWaits, function_of(name)) != kPythonResultWaits.end();
}

}  // namespace lanescope

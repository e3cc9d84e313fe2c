// libcupti, found and loaded at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/cupti/cupti_abi.h"

namespace lanescope::agent {

/// The functions the agent calls; those that only some versions have may be null.
struct CuptiFunctions {
  using Result = cupti::Result;

  Result (*get_version)(std::uint32_t* version);
  Result (*get_timestamp)(std::uint64_t* ns);
  Result (*get_result_string)(Result result, const char** text);
  Result (*get_callback_name)(int domain, std::uint32_t id, const char** name);
  Result (*subscribe)(cupti::Subscriber* subscriber, cupti::Callback callback, void* user);
  Result (*unsubscribe)(cupti::Subscriber subscriber);
  Result (*enable_callback)(std::uint32_t enable, cupti::Subscriber subscriber, int domain,
                            std::uint32_t id);
  Result (*set_thread_id_type)(int type);
  Result (*register_callbacks)(cupti::BufferRequested requested, cupti::BufferCompleted completed);
  Result (*enable)(cupti::Kind kind);
  Result (*disable)(cupti::Kind kind);
  Result (*flush_all)(std::uint32_t flags);
  Result (*get_next_record)(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record);
  Result (*get_dropped)(void* context, std::uint32_t stream, std::size_t* dropped);
  Result (*set_attribute)(int attribute, std::size_t* bytes, void* value);
  // Only in some versions.
  Result (*enable_runtime_api)(std::uint32_t id, std::uint8_t enable);  // 12.5
  Result (*enable_driver_api)(std::uint32_t id, std::uint8_t enable);   // 12.5
  Result (*enable_event_device_timestamps)(std::uint8_t enable);        // 13.0
  Result (*subscribe_v2)(cupti::Subscriber* subscriber, cupti::Callback callback, void* user,
                         cupti::SubscriberParams* params);  // 13.0
};

struct DynCupti {
  CuptiFunctions call{};
  std::uint32_t version = 0;  // as returned by cuptiGetVersion
  char path[4096] = {};       // of the library
  char why[512] = {};         // reason if it could not be loaded
};

/// Finds and loads CUPTI and looks up its functions. Tries in order: $LANESCOPE_CUPTI, a library
/// already loaded in the process, pip's folders next to loaded CUDA libraries, the toolkit, the
/// bare name. False: see `why`.
bool load_cupti(DynCupti& cupti);

/// The CUDA version of the driver (13000 for 13.0); 0 if no driver is loaded.
int driver_version();

}  // namespace lanescope::agent

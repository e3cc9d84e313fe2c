#include "capture/agent/cupti/dyncupti.h"

#include <cstdio>
#include <dlfcn.h>
#include <link.h>

#include "capture/agent/cupti/find_cupti.h"
#include "capture/agent/process/log.h"
#include "capture/agent/process/variables.h"
#include "capture/wire/control.h"

namespace lanescope::agent {
namespace {

template <typename Function>
bool bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool bind_all(void* library, CuptiFunctions& call, const char** missing) {
  const auto need = [&](const char* name, auto& function) {
    if (!bind(library, name, function)) *missing = name;
  };
  *missing = nullptr;
  need("cuptiGetVersion", call.get_version);
  need("cuptiGetTimestamp", call.get_timestamp);
  need("cuptiGetResultString", call.get_result_string);
  need("cuptiGetCallbackName", call.get_callback_name);
  need("cuptiSubscribe", call.subscribe);
  need("cuptiUnsubscribe", call.unsubscribe);
  need("cuptiEnableCallback", call.enable_callback);
  need("cuptiSetThreadIdType", call.set_thread_id_type);
  need("cuptiActivityRegisterCallbacks", call.register_callbacks);
  need("cuptiActivityEnable", call.enable);
  need("cuptiActivityDisable", call.disable);
  need("cuptiActivityFlushAll", call.flush_all);
  need("cuptiActivityGetNextRecord", call.get_next_record);
  need("cuptiActivityGetNumDroppedRecords", call.get_dropped);
  need("cuptiActivitySetAttribute", call.set_attribute);
  bind(library, "cuptiActivityEnableRuntimeApi", call.enable_runtime_api);
  bind(library, "cuptiActivityEnableDriverApi", call.enable_driver_api);
  bind(library, "cuptiActivityEnableCudaEventDeviceTimestamps",
       call.enable_event_device_timestamps);
  bind(library, "cuptiSubscribe_v2", call.subscribe_v2);
  return *missing == nullptr;
}

void* load(const char* name, int flags) {
  return dlopen(name, RTLD_LAZY | RTLD_LOCAL | flags);
}

void* find(DynCupti& cupti) {
  char room[4096];
  if (const char* const given = variable(wire::kCuptiVariable, room);
      given != nullptr && *given != '\0') {
    void* const library = load(given, 0);
    if (library == nullptr) {
      // dlerror is never null right after a failure.
      std::snprintf(cupti.why, sizeof cupti.why, "%s", dlerror());
    }
    return library;
  }
  static constexpr const char* kNames[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8",
                                           "libcupti.so"};
  for (const char* name : kNames) {
    if (void* const library = load(name, RTLD_NOLOAD); library != nullptr) return library;
  }
  LibraryPath path;
  for (CuptiSearch search(driver_version()); search.next(path);) {
    if (void* const library = load(path.text, path.loaded ? RTLD_NOLOAD : 0); library != nullptr)
      return library;
  }
  for (const char* name : kNames) {
    if (void* const library = load(name, 0); library != nullptr) return library;
  }
  std::snprintf(cupti.why, sizeof cupti.why, "libcupti is neither loaded nor installed");
  return nullptr;
}

}  // namespace

int driver_version() {
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (driver == nullptr) return 0;
  int (*get)(int*) = nullptr;
  int version = 0;
  if (!bind(driver, "cuDriverGetVersion", get) || get(&version) != 0) version = 0;
  dlclose(driver);
  return version;
}

bool load_cupti(DynCupti& cupti) {
  // Never closed: CUPTI calls back until the process exits.
  void* const library = find(cupti);
  if (library == nullptr) return false;
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name != nullptr)
    std::snprintf(cupti.path, sizeof cupti.path, "%s", map->l_name);
  if (const int driver = driver_version(); is_newer_than_driver(cupti.path, driver)) {
    std::snprintf(cupti.why, sizeof cupti.why,
                  "%.400s is for a newer CUDA than the driver, which supports %d.%d", cupti.path,
                  driver / 1000, driver % 1000 / 10);
    return false;
  }
  const char* missing = nullptr;
  if (!bind_all(library, cupti.call, &missing)) {
    std::snprintf(cupti.why, sizeof cupti.why, "%.400s has no %s", cupti.path, missing);
    return false;
  }
  if (cupti.call.get_version(&cupti.version) != cupti::kSuccess) cupti.version = 0;
  log("CUPTI %u from %s", cupti.version, cupti.path);
  return true;
}

}  // namespace lanescope::agent

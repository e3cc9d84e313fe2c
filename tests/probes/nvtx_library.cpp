// A library with a copy of NVTX of its own.
#include <nvtx3/nvToolsExt.h>

extern "C" void use_nvtx() {
  const nvtxDomainHandle_t domain = nvtxDomainCreateA("a domain");
  const nvtxStringHandle_t text = nvtxDomainRegisterStringA(domain, "of the library");
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  event.message.registered = text;
  nvtxDomainRangePushEx(domain, &event);
  nvtxDomainRangePop(domain);
  nvtxRangeEnd(nvtxRangeStartW(L"of the library, wide"));
}

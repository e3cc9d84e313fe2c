#include "core/base/threads/thread_name.h"

#include <windows.h>

namespace lanescope {

void name_thread(const std::string& name) {
  const std::wstring wide(name.begin(), name.end());  // names of ours are ASCII
  ::SetThreadDescription(::GetCurrentThread(), wide.c_str());
}

}  // namespace lanescope

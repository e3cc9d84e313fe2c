// CacheUse: several processes may write exports to one folder at a time. What a killed one left
// unfinished is removed by the next one that is alone there.
#pragma once

#include <functional>
#include <string>

#include "core/base/files/file_descriptor.h"

namespace lanescope {

class CacheUse {
 public:
  /// While it lives, nobody else is alone in the folder. `clean_up` is called first if nobody else
  /// uses it, while others wait. It ends with the process, however that ends; programs that were
  /// started do not prolong it. On a file system without locks nobody is ever alone.
  CacheUse(const std::string& folder, const std::function<void()>& clean_up);

 private:
  FileDescriptor lock_;
};

}  // namespace lanescope

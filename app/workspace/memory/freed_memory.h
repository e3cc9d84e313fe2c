// Decides when memory that is freed stays in the process: while answers about a trace are computed,
// not while one is loaded (process_memory.h tells why), nor once everything has been computed.
#pragma once

namespace lanescope {

/// UI thread only.
class FreedMemory {
 public:
  /// Call once per frame, with whether a trace is loading and whether anything is being computed
  /// about one. Cost: negligible; what was kept is returned on another thread.
  void follow(bool loading, bool computing);

 private:
  bool kept_ = false;
};

}  // namespace lanescope

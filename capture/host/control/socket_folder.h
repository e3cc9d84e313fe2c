// A folder for sockets that only this user can enter; removed with what is in it.
#pragma once

#include "capture/host/control/owned_folder.h"
#include "core/base/result.h"

namespace lanescope {

/// Below XDG_RUNTIME_DIR, else below the folder for temporary files; with rights 0700. What
/// recorders left there that were killed is removed. Errors: Unreadable when no such folder can be
/// made.
Result<OwnedFolder> make_socket_folder();

}  // namespace lanescope

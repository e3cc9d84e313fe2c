// How the recorder describes a process that it samples: as the process itself would in its Hello.
#pragma once

#include <string>
#include <string_view>

#include "capture/sampler/system/proc_folder.h"
#include "core/base/time.h"

namespace lanescope {

/// The text of a Hello, with why=sampled; see capture/wire/control.h. Values are cut. Cost: some
/// 20 µs.
std::string sampled_hello(const ProcFolder& process, Ns now_ns);
/// Of a process that ended before it could be looked at again after an exec: `hello`, what was
/// known before it, with the name of the program.
std::string hello_of_program(std::string_view hello, std::string_view program);

}  // namespace lanescope

// One spelling for C++ names from different demanglers.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// The name of a C++ function in a spelling that Nsight Systems and libiberty (which torch.profiler
/// uses) agree on: with its namespaces, template arguments and lambdas, but without parameters,
/// return type, const, casts and suffixes of numbers, and optional spaces.
/// "void f<(int)4, (bool)1>(T1 *)" and "void f<4, true>(float*)" become "f<4,true>". Names that are
/// not of C++ templates or namespaces stay as they are. Only for comparing, not for display. Cost:
/// linear.
std::string cpp_spelling(std::string_view name);

}  // namespace lanescope

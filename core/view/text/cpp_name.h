// Demangled C++ names taken apart: the scopes they are made of, with template arguments and
// parameters. Reads any text: what breaks off or does not fit together ends where the text does.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lanescope {

/// One scope of a qualified name, as parts of the text it was read from.
struct CppPart {
  std::string_view name;        // "operator()" too; empty for anonymous namespaces and lambdas
  std::string_view arguments;   // between < and >
  std::string_view parameters;  // between ( and ), of a function or a lambda
  bool templated = false;
  bool called = false;  // has parameters
  bool lambda = false;  // "{lambda(float)#1}"
};

/// Without spaces at either end.
std::string_view trim_spaces(std::string_view text);

/// The position after the bracket that closes the one at `open`; the end when none does. Angle
/// brackets count only where they pair up, so that "(8)>(0)" and "->" close nothing.
std::size_t after_bracket(std::string_view text, std::size_t open);

/// Splits at the commas that are in no bracket.
std::vector<std::string_view> split_arguments(std::string_view list);

/// The scopes of the last name in a type, a function or a lambda: of "void at::fill<float>(int)"
/// those of "at::fill<float>(int)". `end` tells where reading stopped, before trailing " const",
/// "*" or whatever else is no name. Cost: linear.
std::vector<CppPart> split_scopes(std::string_view text, std::size_t* end = nullptr);

}  // namespace lanescope

// Parses demangled C++ names into scopes with template arguments and parameters. Accepts any text:
// if a bracket is never closed, the part ends where the text does. Knows the spelling of the GNU
// demangler, as in traces of PyTorch, and that of NVIDIA's, as in exports of Nsight Systems:
// "<unnamed>", "operator ()" and "[lambda(float) (instance 1)]".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lanescope {

/// One scope of a qualified name; its members point into the parsed text.
struct CppPart {
  std::string_view name;        // including operators; empty for anonymous namespaces, lambdas
  std::string_view arguments;   // between < and >
  std::string_view parameters;  // between ( and ), for a function or a lambda
  bool templated = false;
  bool called = false;  // has parameters
  bool lambda = false;  // "{lambda(float)#1}"

  /// "operator()", however it is spelled.
  [[nodiscard]] bool is_call_operator() const;
};

/// Removes spaces at both ends.
std::string_view trim_spaces(std::string_view text);

/// The position after the bracket that closes the one at `open`; the end of the text if none does.
/// Angle brackets count only in pairs, so "(8)>(0)" and "->" close nothing.
std::size_t after_bracket(std::string_view text, std::size_t open);

/// Splits at commas outside brackets.
std::vector<std::string_view> split_arguments(std::string_view list);

/// The scopes of the last name in a type, a function or a lambda: for "void at::fill<float>(int)"
/// those of "at::fill<float>(int)". `end` is set to where parsing stopped, before a trailing
/// " const", "*" or anything else that is not a name. Cost: linear.
std::vector<CppPart> split_scopes(std::string_view text, std::size_t* end = nullptr);

}  // namespace lanescope

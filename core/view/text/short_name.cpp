#include "core/view/text/short_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "core/view/text/names/cpp_name.h"
#include "core/view/text/names/distinct_words.h"

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr int kDeepest = 12;  // nesting depth of templates that are parsed

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_number(std::string_view text) {
  return !text.empty() && is_digit(text.front());
}

template <std::size_t N>
bool starts_with_any(std::string_view name, const std::array<std::string_view, N>& list) {
  return std::ranges::any_of(list, [&](std::string_view s) { return name.starts_with(s); });
}

/// PyTorch's loop launchers, as opposed to the operations that they run.
bool is_loop(std::string_view name) {
  static constexpr std::array<std::string_view, 4> kLoops = {"gpu_kernel_", "gpu_index_kernel",
                                                             "opmath_gpu_kernel", "jitted_gpu"};
  return starts_with_any(name, kLoops);
}

/// The template argument that says what a class does, if its own name does not.
std::optional<std::string_view> wrapped(const CppPart& part,
                                        std::span<const std::string_view> arguments) {
  const std::string_view name = part.name;
  if (name == "BinaryFunctor" || name.ends_with("UnaryFunctor")) return arguments.back();
  if ((name == "ReduceOp" || name == "func_wrapper_t") && arguments.size() > 1) return arguments[1];
  if (is_loop(name) || name.starts_with("enable_")) return arguments.front();
  return std::nullopt;
}

std::string_view without_cast(std::string_view argument) {
  if (argument.starts_with("(") && !argument.starts_with("(anonymous")) {
    argument = trim_spaces(argument.substr(after_bracket(argument, 0)));
  }
  if (!argument.starts_with("&")) return argument;
  argument.remove_prefix(1);  // a function
  if (argument.starts_with("(") && argument.ends_with(")") && !argument.starts_with("(anonymous"))
    argument = argument.substr(1, argument.size() - 2);
  return argument;
}

std::string number_text(std::string_view number) {
  const std::size_t suffix = number.find_first_of("ulUL");
  return std::string(number.substr(0, suffix));
}

std::string short_type(std::string_view argument, int depth);

/// For a lambda: the function that contains it, and the type that it works on.
std::string short_lambda(std::span<const CppPart> parts, int depth) {
  const auto host = std::ranges::find_if(parts, [](const CppPart& p) { return p.called; });
  if (host->lambda) return "lambda";
  const auto arguments = split_arguments(host->arguments);
  if (host->templated && (is_loop(host->name) || host->is_call_operator()))
    return short_type(arguments.front(), depth + 1);
  if (host->is_call_operator() && host != parts.begin()) {
    const CppPart& owner = *(host - 1);
    const std::string of = split_arguments(owner.arguments).front().empty()
                               ? std::string()
                               : short_type(split_arguments(owner.arguments).front(), depth + 1);
    return std::string(owner.name) + (of.empty() ? "" : "<" + of + ">");
  }
  std::string out(host->name);
  if (host->templated) out += "<" + short_type(arguments.front(), depth + 1) + ">";
  const CppPart& innermost = parts.back();
  const std::string_view on = split_arguments(innermost.parameters).front();
  if (innermost.lambda && !on.empty() && !on.ends_with('*'))
    out += ", " + short_type(on, depth + 1);
  return out;
}

/// A functor, a type, a number: as short as possible while still informative.
std::string short_type(std::string_view whole, int depth) {
  const std::string_view argument = without_cast(whole);
  if (is_number(argument)) return number_text(argument);
  static constexpr std::array<std::string_view, 4> kTwoWords = {"unsigned ", "signed ", "long long",
                                                                "long double"};
  if (starts_with_any(argument, kTwoWords)) return std::string(argument);
  const std::vector<CppPart> parts = split_scopes(argument);
  if (parts.empty() || depth > kDeepest) return std::string(kEllipsis);
  if (std::ranges::any_of(parts, [](const CppPart& p) { return p.lambda; }))
    return short_lambda(parts, depth);
  const CppPart& last = parts.back();
  if (!last.templated || last.arguments.empty()) return std::string(last.name);
  const auto arguments = split_arguments(last.arguments);
  if (const auto inner = wrapped(last, arguments)) return short_type(*inner, depth + 1);
  const std::string first = short_type(arguments.front(), depth + 1);
  // Nested layouts and policies are not informative; a type or a number is.
  if (first.size() > 24) return std::string(last.name);
  const bool dimensions = is_number(first) && arguments.size() > 1;
  return std::string(last.name) + "<" + first + (dimensions ? ", …>" : ">");
}

/// Whether a kernel's argument is the operation that it runs.
bool is_operation(std::string_view argument) {
  if (argument.starts_with("&")) return true;
  const std::vector<CppPart> parts = split_scopes(argument);
  if (parts.empty()) return false;
  if (std::ranges::any_of(parts, [](const CppPart& p) { return p.lambda; })) return true;
  const std::string_view name = parts.back().name;
  static constexpr std::array<std::string_view, 4> kOfStd = {"plus", "minus", "multiplies",
                                                             "divides"};
  return name.find("unctor") != std::string_view::npos || name == "ReduceOp" ||
         name.ends_with("Ops") || std::ranges::find(kOfStd, name) != kOfStd.end();
}

/// The operation among a kernel's arguments, "<MulFunctor<float>>"; after a functor that only
/// iterates over lists ("BinaryOpScalarFunctor"), also what it applies to each element. Empty if
/// there is none.
std::string operation_text(std::span<const std::string_view> arguments) {
  const auto first = std::ranges::find_if(arguments, is_operation);
  if (first == arguments.end()) return {};
  std::string out = "<" + short_type(*first, 0);
  const bool walks_lists = out.find("Op") != std::string::npos && out.find("Functor<") < out.size();
  if (walks_lists && first + 1 != arguments.end()) {
    const std::vector<CppPart> next = split_scopes(*(first + 1));
    if (!next.empty() && next.back().templated) out += ", " + short_type(*(first + 1), 0);
  }
  return out + ">";
}

/// The kernel that Composable Kernel's entry point runs, which is a class: "FmhaFwdKernel" for
/// "kentry<gfx950_t, 2, ck_tile::FmhaFwdKernel<…>, …>"; empty if there is none.
std::string entered_kernel(const CppPart& part) {
  if (part.name != "kentry") return {};
  for (const std::string_view argument : split_arguments(part.arguments)) {
    const std::vector<CppPart> parts = split_scopes(argument);
    if (!parts.empty() && parts.back().templated) return short_type(argument, 0);
  }
  return {};
}

/// The template arguments that distinguish a kernel from others of the same name, in brackets.
std::string short_arguments(std::string_view list) {
  const auto arguments = split_arguments(list);
  if (std::string operation = operation_text(arguments); !operation.empty()) return operation;
  std::string out = "<" + short_type(arguments.front(), 0);
  std::size_t shown = 1;
  const bool number = is_number(without_cast(arguments.front()));
  if (number && arguments.size() > 1 && !is_number(without_cast(arguments[1]))) {
    const std::string second = short_type(arguments[1], 0);
    if (second != kEllipsis) {
      out += ", " + second;
      shown = 2;
    }
  }
  return out + (arguments.size() > shown ? ", …>" : ">");
}

/// Text that may follow the parameters of a C++ function.
bool is_function_tail(std::string_view tail) {
  return tail.empty() || tail.starts_with(" const") || tail.starts_with(" [clone") ||
         tail.starts_with(" (.");
}

/// The words before a function's name must be a return type; otherwise it is a phrase.
bool is_return_type(std::string_view words) {
  return words.empty() || words.starts_with("void ") || words.find_first_of("<:") < words.size();
}

/// The last component of an Itanium-mangled name ("quant_kernel" for "_ZN5aiter12quant_kernelI…");
/// empty if it has none.
std::string_view mangled_component(std::string_view name) {
  name.remove_prefix(name.starts_with("_ZN") ? 3 : 2);
  std::string_view last;
  while (!name.empty() && is_digit(name.front())) {
    std::size_t length = 0;
    while (!name.empty() && is_digit(name.front()) && length < name.size()) {
      length = length * 10 + static_cast<std::size_t>(name.front() - '0');
      name.remove_prefix(1);
    }
    if (length > name.size()) return {};
    last = name.substr(0, length);
    name.remove_prefix(length);
  }
  return last;
}

/// AMD's profilers may name the descriptor of a kernel, "reduce.kd" for "reduce".
std::string_view without_descriptor(std::string_view name) {
  constexpr std::string_view kDescriptor = ".kd";
  const bool is_symbol = name.find(' ') == std::string_view::npos;
  if (is_symbol && name.ends_with(kDescriptor) && name.size() > kDescriptor.size())
    name.remove_suffix(kDescriptor.size());
  return name;
}

/// The names of AMD's GEMM kernels contain all their parameters, hundreds of characters. The
/// operation and the tile sizes ("_MT128x96x64_MI16x16x1") come first and are enough.
std::string short_tensile_name(std::string_view name) {
  const std::size_t tile = name.find("_MT");
  const std::size_t instruction = tile == std::string_view::npos ? tile : name.find("_MI", tile);
  if (instruction == std::string_view::npos) return std::string(name);
  const std::size_t end = name.find('_', instruction + 1);
  if (end == std::string_view::npos) return std::string(name);
  return std::string(name.substr(0, end)) + std::string(kEllipsis);
}

}  // namespace

std::string short_name(std::string_view full) {
  const std::string_view name = without_descriptor(trim_spaces(full));
  if (name.starts_with("_Z")) {
    const std::string_view component = mangled_component(name);
    return std::string(component.empty() ? name : component);
  }
  if (name.starts_with("Cijk_")) return short_tensile_name(name);
  std::size_t end = 0;
  const std::vector<CppPart> parts = split_scopes(name, &end);
  if (parts.empty() || parts.back().name.empty() || !is_function_tail(name.substr(end)))
    return std::string(name);
  const CppPart& last = parts.back();
  const auto begin = static_cast<std::size_t>(last.name.data() - name.data());
  const std::size_t space = name.substr(0, begin).rfind(' ');
  const std::string_view words =
      space == std::string_view::npos ? std::string_view() : name.substr(0, space + 1);
  const bool function = last.called || last.templated || name.starts_with("void ");
  if (!function || !is_return_type(words)) return std::string(name);
  if (std::string kernel = entered_kernel(last); !kernel.empty()) return kernel;
  return std::string(last.name) + (last.templated ? short_arguments(last.arguments) : "");
}

std::string_view ShortNames::of(StringId name) {
  if (!strings_) return {};
  const std::size_t i = index_of(name);
  if (i >= strings_->size()) return {};
  if (known_.size() < strings_->size()) {
    known_.resize(strings_->size());
    names_.resize(strings_->size());
  }
  const std::string_view full = (*strings_)[name];
  if (!known_[i]) {
    known_[i] = true;
    std::string text = short_name(full);
    if (text != full) names_[i] = std::make_unique<const std::string>(std::move(text));
  }
  return names_[i] ? std::string_view(*names_[i]) : full;
}

void tell_apart(std::vector<std::string>& titles, std::span<const std::string_view> names) {
  std::map<std::string, std::vector<std::size_t>> rows_of;
  for (std::size_t i = 0; i < titles.size(); ++i) rows_of[titles[i]].push_back(i);
  for (const auto& [title, rows] : rows_of) {
    if (rows.size() == 1) continue;
    std::vector<std::string_view> alike;
    for (const std::size_t row : rows) alike.push_back(names[row]);
    const std::vector<std::string> marks = distinct_words(alike);
    for (std::size_t i = 0; i < rows.size(); ++i) titles[rows[i]] += " [" + marks[i] + "]";
  }
}

void tell_names_apart(std::vector<std::string>& titles, std::span<const std::string_view> names) {
  std::map<std::string, std::map<std::string_view, std::vector<std::size_t>>> rows_of;
  for (std::size_t i = 0; i < titles.size(); ++i) rows_of[titles[i]][names[i]].push_back(i);
  for (const auto& [title, rows_of_name] : rows_of) {
    if (rows_of_name.size() < 2) continue;
    std::vector<std::string_view> alike;
    for (const auto& [name, rows] : rows_of_name) alike.push_back(name);
    const std::vector<std::string> marks = distinct_words(alike);
    std::size_t place = 0;
    for (const auto& [name, rows] : rows_of_name) {
      for (const std::size_t row : rows) titles[row] += " [" + marks[place] + "]";
      ++place;
    }
  }
}

}  // namespace lanescope

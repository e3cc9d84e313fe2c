#include "core/view/short_name.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kEllipsis = "…";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == ' ' || c == '~' || c == '*' || c == '&';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The position after the bracket that closes the one at `open`; the end when none does.
std::size_t after_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' && i > 0 && text[i - 1] == '-') continue;  // an arrow
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return text.size();
}

/// Where the plain name that starts at `from` ends: at a bracket, at a character no name has, or at
/// the end.
std::size_t name_end(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size()) {
    if (text.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size();
    } else if (is_name_char(text[i])) {
      ++i;
    } else {
      break;
    }
  }
  return i;
}

/// Without return type and namespaces.
std::string_view last_component(std::string_view name) {
  const std::size_t scope = name.rfind("::");
  if (scope != std::string_view::npos) name.remove_prefix(scope + 2);
  const std::size_t space = name.rfind(' ');
  if (space != std::string_view::npos) name.remove_prefix(space + 1);
  return name;
}

/// Splits at the commas that are in no bracket.
std::vector<std::string_view> split_arguments(std::string_view list) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size();) {
    const char c = list[i];
    if (c == '<' || c == '(' || c == '{' || c == '[') {
      i = after_bracket(list, i);
    } else if (c == ',') {
      out.push_back(trimmed(list.substr(begin, i - begin)));
      begin = ++i;
    } else {
      ++i;
    }
  }
  out.push_back(trimmed(list.substr(begin)));
  return out;
}

/// A functor, a type, a number: as short as it is still telling.
std::string short_argument(std::string_view argument) {
  if (argument.starts_with("(") && !argument.starts_with(kAnonymous)) {
    argument = trimmed(argument.substr(after_bracket(argument, 0)));  // a cast before a number
  }
  if (!argument.empty() && argument.find_first_not_of('.') == std::string_view::npos)
    return std::string(kEllipsis);
  const std::size_t end = name_end(argument, 0);
  const std::string_view name = last_component(trimmed(argument.substr(0, end)));
  if (end >= argument.size() || argument[end] != '<') return std::string(name);
  const std::size_t close = after_bracket(argument, end);
  const auto inner = split_arguments(argument.substr(end + 1, close - end - 2));
  // PyTorch's loops are called by what they do, not by how they are launched.
  if (name.starts_with("gpu_kernel_impl")) return short_argument(inner.front());
  if (name == "BinaryFunctor" || name.ends_with("UnaryFunctor"))
    return short_argument(inner.back());
  if (inner.front().empty() || !is_digit(inner.front().front())) return std::string(name);
  return std::string(name) + "<" + std::string(inner.front()) + (inner.size() > 1 ? ", …>" : ">");
}

std::string short_arguments(std::string_view list) {
  const auto arguments = split_arguments(list);
  std::string out = "<" + short_argument(arguments.front());
  std::size_t shown = 1;
  const bool number = !arguments.front().empty() && is_digit(arguments.front().front());
  if (number && arguments.size() > 1 && !arguments[1].empty() && !is_digit(arguments[1].front())) {
    const std::string second = short_argument(arguments[1]);
    if (second != kEllipsis) {
      out += ", " + second;
      shown = 2;
    }
  }
  return out + (arguments.size() > shown ? ", …>" : ">");
}

/// What may follow the parameters of a C++ function.
bool is_function_tail(std::string_view tail) {
  return tail.empty() || tail.starts_with(" const") || tail.starts_with(" [clone") ||
         tail.starts_with("::") || tail.starts_with(" (.");
}

/// The last component of an Itanium-mangled name ("_ZN5aiter12quant_kernelI…" gives
/// "quant_kernel"); empty when it has none.
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

}  // namespace

std::string short_name(std::string_view full) {
  const std::string_view name = trimmed(full);
  if (name.starts_with("_Z")) {
    const std::string_view component = mangled_component(name);
    return std::string(component.empty() ? name : component);
  }
  std::size_t from = 0;
  std::string arguments;
  while (true) {
    const std::size_t end = name_end(name, from);
    const std::string_view head = name.substr(from, end - from);
    if (end == name.size()) {
      const bool typed = name.starts_with("void ") || from > 0;
      return std::string(typed ? last_component(head) : name);
    }
    if (head.empty() || head.back() == ' ' || head.back() == ':') return std::string(name);
    if (name[end] == '(') {
      const bool function = is_function_tail(name.substr(after_bracket(name, end)));
      return function ? std::string(last_component(head)) : std::string(name);
    }
    if (name[end] != '<') return std::string(name);
    const std::size_t after = after_bracket(name, end);
    const std::string_view tail = name.substr(after);
    if (tail.starts_with("::")) {  // a member of a class template
      from = after + 2;
      continue;
    }
    if (!tail.empty() &&
        (tail.front() != '(' || !is_function_tail(tail.substr(after_bracket(tail, 0))))) {
      return std::string(name);
    }
    const std::size_t inside = name[after - 1] == '>' ? after - end - 2 : after - end - 1;
    return std::string(last_component(head)) + short_arguments(name.substr(end + 1, inside));
  }
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

}  // namespace lanescope

#include "capture/host/files/run_program.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// A program that runs the rest of its command line. Options are given as the manuals have them.
struct Wrapper {
  std::string_view name;
  std::string_view verb = {};     // comes first: "run"
  std::string_view options = {};  // those whose value is the next word, between blanks
  std::size_t operands = 0;       // words of its own after the options
  bool has_modules = false;       // -m or --module: what follows is a Python module
};

/// Of `uv run`, and of `uv` itself before that.
constexpr std::string_view kUvOptions =
    " -w --with --with-editable --with-requirements -p --python --python-platform --extra "
    "--no-extra"
    " --group --no-group --only-group --package --no-editable-package --env-file --index"
    " --default-index -i --index-url --extra-index-url -f --find-links --index-strategy"
    " --keyring-provider -P --upgrade-package --upgrade-group --resolution --prerelease"
    " --prerelease-package --fork-strategy --exclude-newer --exclude-newer-package"
    " --no-sources-package --reinstall-package --link-mode -C --config-setting"
    " --config-settings-package --no-build-isolation-package --no-build-package"
    " --no-binary-package --cache-dir --refresh-package --color --allow-insecure-host --directory"
    " --project --config-file --from -c --constraints -b --build-constraints --overrides ";

constexpr auto kWrappers = std::to_array<Wrapper>({
    {.name = "chrt", .options = " -T -P -D ", .operands = 1},
    {.name = "conda", .verb = "run", .options = " -n --name -p --prefix --cwd "},
    {.name = "env", .options = " -u --unset -C --chdir "},
    {.name = "ionice", .options = " -c --class -n --classdata "},
    {.name = "mamba", .verb = "run", .options = " -n --name -p --prefix --cwd "},
    {.name = "micromamba", .verb = "run", .options = " -n --name -p --prefix --cwd -e --env "},
    {.name = "nice", .options = " -n --adjustment "},
    {.name = "nohup"},
    {.name = "numactl",
     .options = " -i --interleave -w --weighted-interleave -p --preferred -P --preferred-many"
                " -N --cpunodebind -C --physcpubind -m --membind "},
    {.name = "pipenv", .verb = "run"},
    {.name = "poetry", .verb = "run"},
    {.name = "setsid"},
    {.name = "stdbuf", .options = " -i --input -o --output -e --error "},
    {.name = "taskset", .operands = 1},
    {.name = "time", .options = " -f --format -o --output "},
    {.name = "timeout", .options = " -k --kill-after -s --signal ", .operands = 1},
    {.name = "uv", .verb = "run", .options = kUvOptions, .has_modules = true},
    {.name = "uvx", .options = kUvOptions},
    {.name = "xvfb-run",
     .options = " -e --error-file -f --auth-file -n --server-num -p --xauth-protocol"
                " -s --server-args -w --wait "},
});

bool takes_value(const Wrapper& wrapper, std::string_view option) {
  const std::string word = ' ' + std::string(option) + ' ';
  return wrapper.options.find(word) != std::string_view::npos;
}

/// NAME=VALUE, as env has it before the program.
bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != 0 && word.find('/') >= equals && equals != std::string_view::npos;
}

const Wrapper* find_wrapper(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  const auto* const found = std::ranges::find(kWrappers, name, &Wrapper::name);
  return found == kWrappers.end() ? nullptr : found;
}

/// The first word at or after `at` that is neither an option nor its value, or the option behind
/// which a module is named.
std::size_t skip_options(const Wrapper& wrapper, std::span<const std::string> command,
                         std::size_t at) {
  while (at < command.size() && command[at].starts_with('-')) {
    const std::string& option = command[at];
    if (wrapper.has_modules && names_module(option)) break;
    at += takes_value(wrapper, option) ? 2 : 1;
    if (option == "--") break;
  }
  return at;
}

/// How many words come before what it runs; nullopt if it runs nothing.
std::optional<std::size_t> words_before(const Wrapper& wrapper,
                                        std::span<const std::string> command) {
  std::size_t at = 1;
  if (!wrapper.verb.empty()) {
    at = skip_options(wrapper, command, at);
    if (at >= command.size() || command[at++] != wrapper.verb) return std::nullopt;
  }
  at = skip_options(wrapper, command, at) + wrapper.operands;
  while (wrapper.name == "env" && at < command.size() && is_assignment(command[at])) ++at;
  return at < command.size() ? std::optional(at) : std::nullopt;
}

/// What a command runs if it runs another: the end of it; empty if it does not.
std::span<const std::string> wrapped_program(const Wrapper& wrapper,
                                             std::span<const std::string> command) {
  const auto before = words_before(wrapper, command);
  if (!before) return {};
  LANESCOPE_CHECK(*before < command.size(), "a program behind {}", wrapper.name);
  return command.subspan(*before);
}

/// Calls visit(wrapper) for each program that only runs the next one; returns the end.
template <typename Visit>
std::span<const std::string> unwrapped(std::span<const std::string> command, const Visit& visit) {
  while (!command.empty()) {
    const Wrapper* const wrapper = find_wrapper(command.front());
    const auto inner =
        wrapper == nullptr ? std::span<const std::string>() : wrapped_program(*wrapper, command);
    if (inner.empty()) break;
    visit(*wrapper);
    command = inner;
  }
  return command;
}

}  // namespace

bool names_module(std::string_view option) {
  return option == "-m" || option == "--module";
}

std::span<const std::string> run_program(std::span<const std::string> command) {
  return unwrapped(command, [](const Wrapper& /*wrapper*/) {});
}

StartedProgram started_program(std::span<const std::string> command) {
  StartedProgram out;
  const auto words = unwrapped(
      command, [&](const Wrapper& wrapper) { out.by_uv = out.by_uv || wrapper.name == "uv"; });
  if (words.empty()) return out;
  const bool is_script = out.by_uv && words.front().ends_with(".py");
  out.name = is_script || names_module(words.front()) ? "python" : words.front();
  return out;
}

}  // namespace lanescope

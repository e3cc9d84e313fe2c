#include "capture/host/runner/session.h"

#include <utility>

#include "capture/host/can_record.h"
#include "capture/host/runner/launcher.h"
#include "capture/host/runner/runner.h"

namespace lanescope {
namespace {

Error about(const std::string& what, const Error& error) {
  return {error.kind, what + ": " + error.message};
}

}  // namespace

bool can_record() {
  return true;
}

Result<std::unique_ptr<CaptureSession>> CaptureSession::start(CaptureOptions options,
                                                              CaptureListener* listener) {
  if (options.agent.empty()) {
    auto agent = find_agent();
    if (!agent.ok()) return about("the agent", agent.error());
    options.agent = std::move(agent).value();
  }
  const bool needs_python = options.shapes || options.memory;
  if (needs_python && options.python_folder.empty()) {
    auto folder = find_python_folder();
    if (!folder.ok()) return about("the Python part", folder.error());
    options.python_folder = std::move(folder).value();
  }
  auto server = ControlServer::open();
  if (!server.ok()) return server.error();
  auto environment =
      capture_environment(options.agent, server.value()->socket_path(), options.python_folder);
  if (!environment.ok()) return environment.error();
  if (options.shapes) environment.value().emplace_back("LANESCOPE_SHAPES", "1");
  if (options.memory) environment.value().emplace_back("LANESCOPE_MEMORY", "1");
  std::unique_ptr<Spool> spool;
  if (!options.file.empty()) {
    auto opened = Spool::open(
        options.file, {options.keep_last_ns, static_cast<std::uint64_t>(options.keep_last_bytes)},
        options.file_request);
    if (!opened.ok()) return about(options.file, opened.error());
    spool = std::move(opened).value();
  }
  const std::string program = options.command.empty() ? "" : options.command.front();
  auto runner =
      std::make_unique<CaptureRunner>(std::move(options), listener, std::move(server).value(),
                                      std::move(spool), std::move(environment).value());
  if (const auto error = runner->make_thread()) return *error;
  if (const auto error = runner->launch()) return about(program, *error);
  runner->run_on_thread();
  return std::unique_ptr<CaptureSession>(std::move(runner));
}

}  // namespace lanescope

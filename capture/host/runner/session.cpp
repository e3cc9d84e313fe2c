#include "capture/host/runner/session.h"

#include <optional>
#include <utility>

#include "capture/host/can_record.h"
#include "capture/host/runner/launcher.h"
#include "capture/host/runner/runner.h"

namespace lanescope {
namespace {

Error about(const std::string& what, const Error& error) {
  return {error.kind, what + ": " + error.message};
}

/// What the command needs to load the agent, which `options` then names.
Result<Environment> prepare(CaptureOptions& options, const ControlServer& server) {
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
  auto environment =
      capture_environment(options.agent, server.socket_path(), options.python_folder);
  if (!environment.ok()) return environment;
  if (options.shapes) environment.value().emplace_back("LANESCOPE_SHAPES", "1");
  if (options.memory) environment.value().emplace_back("LANESCOPE_MEMORY", "1");
  return environment;
}

/// Null: no file is wanted.
Result<std::unique_ptr<Spool>> open_spool(const CaptureOptions& options) {
  if (options.file.empty()) return std::unique_ptr<Spool>();
  auto opened = Spool::open(
      options.file, {options.keep_last_ns, static_cast<std::uint64_t>(options.keep_last_bytes)},
      options.file_request);
  if (!opened.ok()) return about(options.file, opened.error());
  return opened;
}

}  // namespace

bool can_record() {
  return true;
}

Result<std::unique_ptr<CaptureSession>> CaptureSession::start(CaptureOptions options,
                                                              CaptureListener* listener) {
  const bool attaches = options.attach_pid != 0;
  if (attaches && options.sample_hz <= 0)
    return Error{Error::Kind::Invalid, "attaching without samples would record nothing"};
  auto server = ControlServer::open();
  if (!server.ok()) return server.error();
  std::optional<AttachedProcess> attached;
  if (attaches) {
    auto opened = AttachedProcess::open(options.attach_pid);
    if (!opened.ok()) return opened.error();
    attached.emplace(std::move(opened).value());
  }
  auto environment =
      attaches ? Result<Environment>(Environment()) : prepare(options, *server.value());
  if (!environment.ok()) return environment.error();
  auto spool = open_spool(options);
  if (!spool.ok()) return spool.error();
  const std::string program = options.command.empty() ? "" : options.command.front();
  auto runner =
      std::make_unique<CaptureRunner>(std::move(options), listener, std::move(server).value(),
                                      std::move(spool).value(), std::move(environment).value());
  if (const auto error = runner->make_thread()) return *error;
  if (attached) {
    runner->attach(*std::move(attached));
  } else if (const auto error = runner->launch()) {
    return about(program, *error);
  }
  runner->run_on_thread();
  return std::unique_ptr<CaptureSession>(std::move(runner));
}

}  // namespace lanescope

// The bootstrap in real Pythons, with a stand-in package called torch that has everything the
// bootstrap uses.
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

constexpr char kTorch[] = R"(
import builtins, sys
if getattr(builtins, "fail_once", False):
    builtins.fail_once = False
    raise KeyError
from . import autograd, cuda, profiler, version
print("torch is here", type(__spec__.loader).__name__, hasattr(__spec__.loader, "get_data"),
      "exec_module" in vars(__spec__.loader))
)";

constexpr char kVersion[] = "cuda = '13.0'\n";

constexpr char kCuda[] = R"(
def is_initialized(): return True
def synchronize(): raise RuntimeError("nobody asked for this")
def device_count(): return 0
)";

constexpr char kAutogradProfiler[] = R"(
state = []
class ProfilerState: NVTX = "nvtx"
def _ExperimentalConfig(): return None
def ProfilerConfig(state, shapes, *rest): return state, shapes
def _enable_profiler(config, activities, scopes=()):
    if state: raise RuntimeError("already enabled")
    state.append(config[0]); print("enable", *config, *scopes)
def _disable_profiler(): print("disable", state.pop())
class profile:
    enabled = True
    def __enter__(self):
        self._prepare_trace(); _enable_profiler(("kineto", False), set()); return self
    def _prepare_trace(self): print("prepare")
    def __exit__(self, *exc): _disable_profiler()
class emit_nvtx:
    enabled = True
    def __enter__(self): _enable_profiler(("their nvtx", False), set())
    def __exit__(self, *exc): _disable_profiler()
)";

/// Runs `script` under every Python with the bootstrap first, and passes on what it printed.
struct Bootstrap {
  TempFolder folder;
  std::string environment;

  Bootstrap() {
    write_below(folder, "lib/torch/__init__.py", kTorch);
    write_below(folder, "lib/torch/version.py", kVersion);
    write_below(folder, "lib/torch/cuda.py", kCuda);
    write_below(folder, "lib/torch/profiler.py", "");
    write_below(folder, "lib/torch/autograd/__init__.py", "from . import profiler\n");
    write_below(folder, "lib/torch/autograd/profiler.py", kAutogradProfiler);
    set("LANESCOPE_SOCKET", folder.path() + "/none");
    set("NVTX_INJECTION64_PATH", binary_folder() + "/liblanescope_inject.so");
    set("CUDA_VISIBLE_DEVICES", "");
    set("LANESCOPE_SHAPES", "1");
  }
  void set(const std::string& name, const std::string& value) {
    environment += name + "='" + value + "' ";
  }
  [[nodiscard]] CommandResult run(const Interpreter& python, const std::string& script,
                                  const std::string& options = "") const {
    write_below(folder, "script.py", script);
    return run_command("cd '" + folder.path() + "' && " + environment + "PYTHONPATH='" +
                       source_folder() + "/capture/py/lanescope_boot:" + folder.path() + "/lib' '" +
                       python.path + "' " + options + " script.py");
  }
};

constexpr char kHere[] = "torch is here SourceFileLoader True False\n";

}  // namespace

TEST_CASE("operators tell their shapes from the import of torch on") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto ran = bootstrap.run(python, "import json\nimport torch\nprint('run')\n");
    CHECK(ran.code == 0);
    CHECK(ran.output == kHere + std::string("enable nvtx True\nrun\ndisable nvtx\n"));
  }
}

TEST_CASE("without a viewer or a wish nothing is done") {
  Bootstrap none;
  none.environment = "LANESCOPE_SHAPES=1 ";
  Bootstrap plain;
  plain.set("LANESCOPE_SHAPES", "0");
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    CHECK(none.run(python, "import torch").output == kHere);
    CHECK(plain.run(python, "import torch").output == kHere);
    const char* const finders =
        "import sys\nprint(any(type(finder).__name__ == 'TorchFinder' for finder in "
        "sys.meta_path))";
    CHECK(none.run(python, finders).output == "False\n");
    CHECK(plain.run(python, finders).output == "True\n");
  }
}

TEST_CASE("the program's other profilers find the place free") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto ran = bootstrap.run(python, R"(
import torch
from torch.autograd.profiler import emit_nvtx, profile
with profile(): print("in profile")
with emit_nvtx(): print("in emit_nvtx")
first, second = profile(), profile()
with first:
    second._prepare_trace()  # both run: ours waits for the last one
    first.__exit__()
    torch.autograd.profiler._enable_profiler(("kineto", False), set())
    print("one is left")
second.__enter__(); second.__exit__()
off = profile(); off.enabled = False
off._prepare_trace()
)");
    CHECK(ran.output == kHere + std::string("enable nvtx True\n"
                                            "disable nvtx\nprepare\nenable kineto False\n"
                                            "in profile\ndisable kineto\nenable nvtx True\n"
                                            "disable nvtx\nenable their nvtx False\n"
                                            "in emit_nvtx\ndisable their nvtx\nenable nvtx True\n"
                                            "disable nvtx\nprepare\nenable kineto False\n"
                                            "prepare\ndisable kineto\nenable kineto False\n"
                                            "one is left\ndisable kineto\n"
                                            "prepare\nenable kineto False\ndisable kineto\n"
                                            "enable nvtx True\n"
                                            "prepare\ndisable nvtx\n"));
  }
}

TEST_CASE("a profiler that fails to begin gives the place back") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto ran = bootstrap.run(python, R"(
import torch
profiler = torch.autograd.profiler
enable = profiler._enable_profiler
def only_ours(config, activities):
    if config != ("nvtx", True): raise ZeroDivisionError
    enable(config, activities)
profiler._enable_profiler = only_ours
for kind in (profiler.profile, profiler.emit_nvtx):
    try:
        with kind(): print("never")
    except ZeroDivisionError: print("failed")
print(profiler.state)
)");
    CHECK(ran.code == 0);
    CHECK(ran.output == kHere + std::string("enable nvtx True\ndisable nvtx\nprepare\n"
                                            "enable nvtx True\nfailed\ndisable nvtx\n"
                                            "enable nvtx True\nfailed\n['nvtx']\n"
                                            "disable nvtx\n"));
  }
}

TEST_CASE("whoever asks whether torch can be found does not use up what waits for it") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    // As transformers, datasets and accelerate do before they import it; a failing import; a loader
    // that waits until the module is used.
    for (const char* asks :
         {"importlib.util.find_spec('torch')\nimportlib.util.find_spec('torch')\nimport torch\n",
          R"(
import builtins
builtins.fail_once = True
try: import torch
except KeyError: print("failed")
import torch
)",
          R"(
spec = importlib.util.find_spec("torch")
spec.loader = importlib.util.LazyLoader(spec.loader)
module = importlib.util.module_from_spec(spec)
sys.modules["torch"] = module
spec.loader.exec_module(module)
module.version
)",
          R"(
class Other:  # asks everybody, as we do
    asking = False
    def find_spec(self, name, path=None, target=None):
        if name != "torch" or self.asking: return None
        self.asking = True
        try: return importlib.util.find_spec(name)
        finally: self.asking = False
sys.meta_path.insert(1, Other())
import torch
)"}) {
      CAPTURE(asks);
      const auto ran = bootstrap.run(
          python, std::string("import importlib.util, sys\n") + asks +
                      "print(any(type(f).__name__ == 'TorchFinder' for f in sys.meta_path))\n");
      CHECK(ran.code == 0);
      const std::size_t on = ran.output.find("enable nvtx True\n");
      CHECK(on != std::string::npos);
      CHECK(ran.output.find("enable nvtx True\n", on + 1) == std::string::npos);  // once
      CHECK(ran.output.find("False\ndisable nvtx\n") != std::string::npos);
    }
  }
}

TEST_CASE("a profiler in another thread leaves the main thread's ranges alone") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto ran = bootstrap.run(python, R"(
import threading
import torch
def work():
    profiler = torch.autograd.profiler.profile()
    profiler._prepare_trace()
    print(torch.autograd.profiler.state)
thread = threading.Thread(target=work); thread.start(); thread.join()
)");
    CHECK(ran.output == kHere + std::string("enable nvtx True\nprepare\n['nvtx']\ndisable nvtx\n"));
  }
}

TEST_CASE("once nothing is recorded, ranges that are open still end with a profiler's state") {
  const Bootstrap bootstrap;
  Bootstrap scopes;
  write_below(scopes.folder, "lib/torch/_C/__init__.py", "from . import _profiler\n");
  write_below(scopes.folder, "lib/torch/_C/_profiler.py",
              "class RecordScope: LITE_INTERPRETER = 'rare'\n");
  write_below(scopes.folder, "lib/torch/__init__.py", kTorch + std::string("from . import _C\n"));
  constexpr char kScript[] = R"(
import gc
import lanescope_boot, torch
ours = [one for one in gc.get_objects() if isinstance(one, lanescope_boot.Operators)]
ours[0].leave_for_good()
print(torch.autograd.profiler.state)
with torch.autograd.profiler.profile(): print("in profile")
print(torch.autograd.profiler.state)
)";
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    CHECK(scopes.run(python, kScript).output ==
          kHere + std::string("enable nvtx True\n"
                              "disable nvtx\nenable nvtx True rare\n['nvtx']\n"
                              "disable nvtx\nprepare\nenable kineto False\nin profile\n"
                              "disable kineto\nenable nvtx True rare\n['nvtx']\n"
                              "disable nvtx\n"));
    // An older PyTorch does not tell its scopes.
    CHECK(bootstrap.run(python, kScript).output ==
          kHere + std::string("enable nvtx True\ndisable nvtx\n[]\n"
                              "prepare\nenable kineto False\nin profile\ndisable kineto\n[]\n"));
  }
}

TEST_CASE("the user's own sitecustomize runs as if ours were not there") {
  const Bootstrap bootstrap;
  const TempFolder& folder = bootstrap.folder;
  write_below(folder, "lib/sitecustomize.py",
              "import sys\nprint('theirs', __name__, __file__[-21:])\n");
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto ran = bootstrap.run(python, R"(
import sys, sitecustomize
print(sitecustomize.__file__[-21:], any("lanescope_boot" in entry for entry in sys.path))
)");
    CHECK(ran.code == 0);
    CHECK(ran.output ==
          "theirs sitecustomize /lib/sitecustomize.py\n/lib/sitecustomize.py False\n");
  }
}

TEST_CASE("without a sitecustomize of the user's there is none") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    // A sitecustomize from the interpreter's own installation counts as the user's.
    const auto bare = run_command("'" + python.path + "' -c 'import sitecustomize' >/dev/null");
    const auto ran = bootstrap.run(python, "import sitecustomize");
    CHECK((ran.code == 0) == (bare.code == 0));
    CHECK(bootstrap.run(python, "print(1)").output == "1\n");
  }
}

TEST_CASE("a sitecustomize of the user's that fails does so as it would alone") {
  const Bootstrap bootstrap;
  write_below(bootstrap.folder, "lib/sitecustomize.py", "raise KeyError('theirs')\n");
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto ran = bootstrap.run(python, "import torch\nprint('run')\n");
    CHECK(ran.code == 0);
    CHECK(ran.output.find("KeyError: 'theirs'") != std::string::npos);
    CHECK(ran.output.find("enable nvtx True\nrun\n") != std::string::npos);
  }
}

TEST_CASE("the program never notices that something of ours has failed") {
  Bootstrap no_agent;
  no_agent.set("NVTX_INJECTION64_PATH", "/no/such/file.so");
  Bootstrap other_torch;
  write_below(other_torch.folder, "lib/torch/autograd/profiler.py", "");
  Bootstrap broken;
  write_below(broken.folder, "lib/torch/version.py", "");
  Bootstrap no_torch;
  no_torch.set("PATH", "/usr/bin:/bin");
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    for (const Bootstrap* each :
         std::initializer_list<const Bootstrap*>{&no_agent, &other_torch, &broken}) {
      const auto ran = each->run(python, "import torch\nprint('run')\n");
      CHECK(ran.code == 0);
      CHECK(ran.output.starts_with(kHere + std::string("run\n")));
    }
    // If torch is missing or fails, the error is the usual one.
    const auto failed = no_torch.run(python, R"(
import sys
sys.path = [entry for entry in sys.path if not entry.endswith("/lib")]
try: import torch
except ModuleNotFoundError as error: print(error)
)");
    CHECK(failed.output == "No module named 'torch'\n");
    CHECK(no_agent.run(python, "print('isolated')", "-I").output == "isolated\n");
  }
}

TEST_CASE("children inherit the bootstrap, forked ones leave the end to their parent") {
  const Bootstrap bootstrap;
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const auto child = bootstrap.run(python, R"(
import subprocess, sys
subprocess.run([sys.executable, "-c", "import torch"])
)");
    CHECK(child.output == kHere + std::string("enable nvtx True\ndisable nvtx\n"));
    const auto forked = bootstrap.run(python, R"(
import os, sys, torch
sys.stdout.flush()
if os.fork() == 0:
    print("child"); sys.exit(0)
os.wait()
)");
    CHECK(forked.output == kHere + std::string("enable nvtx True\nchild\ndisable nvtx\n"));
  }
}

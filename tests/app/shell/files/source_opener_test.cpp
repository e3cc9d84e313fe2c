#include "app/shell/files/source_opener.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

using Words = std::vector<std::string>;

/// What a program wrote, once it has; empty after half a minute.
std::string awaited(const std::string& path) {
  for (int i = 0; i < 3000; ++i) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    if (text.str().ends_with("end\n")) return text.str();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {};
}

}  // namespace

TEST_CASE("editors are told the line in their own way") {
  CHECK(editor_arguments("code", "/a b.py", 7) == Words{"code", "--goto", "/a b.py:7"});
  CHECK(editor_arguments("emacsclient -n", "/a.py", 7) ==
        Words{"emacsclient", "-n", "+7", "/a.py"});
  CHECK(editor_arguments("/usr/bin/vim", "/a.py", 0) == Words{"/usr/bin/vim", "+1", "/a.py"});
  CHECK(editor_arguments("subl", "/a.py", 7) == Words{"subl", "/a.py:7"});
  CHECK(editor_arguments("kate", "/a.py", 7) == Words{"kate", "--line", "7", "/a.py"});
  CHECK(editor_arguments("strange", "/a.py", 7) == Words{"strange", "/a.py"});
  CHECK(editor_arguments(" ", "/a.py", 7).empty());
  CHECK(needs_terminal("nvim -u NONE"));
  CHECK_FALSE(needs_terminal("gvim"));
}

TEST_CASE("a relative file is looked for beside the trace and among the packages") {
  const TempFolder folder;
  const SourceOpener::Environment env{"", "", "", "", folder.path() + "/venv"};
  const std::string packages = folder.path() + "/venv/lib/python3.11/site-packages";
  std::filesystem::create_directories(packages + "/torch");
  folder.write("train.py", "x");
  folder.write("venv/lib/python3.11/site-packages/torch/a.py", "x");
  const std::string trace = folder.path() + "/trace.json";
  CHECK(find_source("train.py", trace, env)->ends_with("/train.py"));
  CHECK(find_source("torch/a.py", trace, env)->ends_with("/site-packages/torch/a.py"));
  CHECK_FALSE(find_source("gone.py", trace, env));
  CHECK_FALSE(find_source(folder.path(), trace, env));  // a folder is no source
}

TEST_CASE("the editor gets the file as one argument, whatever its name") {
  const TempFolder folder;
  const std::string editor = folder.write(
      "my-editor", "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\"; done > " + folder.path() +
                       "/out\necho end >> " + folder.path() + "/out\n");
  ::chmod(editor.c_str(), 0700);
  const std::string name = "a $(touch pwned); b.py";
  folder.write(name, "x");
  SourceOpener opener;
  const auto outcome =
      opener.open({name, 3}, folder.path() + "/t.json", {editor + " --wait", "", "", "", ""});
  CHECK_MESSAGE(outcome.ok, outcome.message);
  CHECK(outcome.message.find("with my-editor") != std::string::npos);
  const std::string real = std::filesystem::canonical(folder.path()).string();
  CHECK(awaited(folder.path() + "/out") == "--wait\n" + real + "/" + name + "\nend\n");
  CHECK_FALSE(std::filesystem::exists("pwned"));
}

TEST_CASE("an editor that needs a terminal gets one") {
  const TempFolder folder;
  const std::string out = folder.path() + "/out";
  for (const char* const program : {"vim", "my-terminal"}) {
    const std::string script =
        folder.write(program, "#!/bin/sh\nfor a in \"$0\" \"$@\"; do echo \"$a\"; done > " + out +
                                  "\necho end >> " + out + "\n");
    ::chmod(script.c_str(), 0700);
  }
  const std::string source = folder.write("a.py", "x");
  const std::string terminal = folder.path() + "/my-terminal";
  SourceOpener opener;
  const auto outcome =
      opener.open({"a.py", 3}, folder.path() + "/t.json", {"", "vim", terminal, folder.path(), ""});
  CHECK_MESSAGE(outcome.ok, outcome.message);
  CHECK(awaited(out) ==
        terminal + "\n-e\nvim\n+3\n" + std::filesystem::canonical(source).string() + "\nend\n");
}

TEST_CASE("a file is found where the user has found others of the same program") {
  const TempFolder folder;
  std::filesystem::create_directories(folder.path() + "/mine/src");
  folder.write("mine/src/a.py", "x");
  const std::string here = folder.path() + "/mine/";
  const std::string found = std::filesystem::canonical(here + "src/a.py").string();
  const std::string trace = folder.path() + "/t.json";
  SourceOpener::Environment env;
  CHECK_FALSE(find_source("/job/code/src/a.py", trace, env));
  env.folders = {{"/other/", here}, {"/job/code/", here}, {"", here}};
  CHECK(find_source("/job/code/src/a.py", trace, env) == found);
  CHECK(find_source("src/a.py", trace, env) == found);
  CHECK_FALSE(find_source("/job/code/src/b.py", trace, env));
  CHECK_FALSE(find_source("/elsewhere/src/a.py", trace, env));
}

TEST_CASE("what hinders is said") {
  const TempFolder folder;
  folder.write("a.py", "x");
  const std::string trace = folder.path() + "/t.json";
  SourceOpener opener;
  CHECK(opener.open({"", 0}, trace, {}).message.find("No Python source line") == 0);
  CHECK(opener.open({"b.py", 7}, trace, {}).message == "b.py:7 is not on this machine.");
  CHECK(opener.missing().file == "b.py");
  CHECK(opener.missing().line == 7);
  const auto none = opener.open({"a.py", 1}, trace, {"", "vim", "", folder.path(), ""});
  CHECK_FALSE(none.ok);
  CHECK_FALSE(none.missing);  // it is there, an editor is not
  CHECK(none.message.find("$EDITOR") != std::string::npos);
}

}  // namespace lanescope

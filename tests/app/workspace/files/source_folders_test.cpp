#include "app/workspace/files/source_folders.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("one file that was found tells where the others are") {
  CHECK(source_folder_of("/job/code/src/train.py", "/home/me/src/train.py") ==
        SourceFolder{"/job/code/", "/home/me/"});
  CHECK(source_folder_of("/job/train.py", "/home/me/train.py") ==
        SourceFolder{"/job/", "/home/me/"});
  CHECK(source_folder_of("src/train.py", "/home/me/src/train.py") == SourceFolder{"", "/home/me/"});
  CHECK(source_folder_of("/a/train.py", "/mnt/a/train.py") == SourceFolder{"/", "/mnt/"});
  // Names count as a whole.
  CHECK(source_folder_of("/job/my_src/a.py", "/home/src/a.py") ==
        SourceFolder{"/job/my_src/", "/home/src/"});
  CHECK_FALSE(source_folder_of("/job/train.py", "/home/me/retrain.py"));
  CHECK_FALSE(source_folder_of("/job/train.py", "/home/me/other.py"));
  CHECK_FALSE(source_folder_of("", "/home/me/other.py"));
}

TEST_CASE("a path in a trace is continued in the folder that stands for its start") {
  const SourceFolder job{"/job/", "/home/me/"}, relative{"", "/src/"};
  CHECK(place_in(job, "/job/a/b.py") == "/home/me/a/b.py");
  CHECK_FALSE(place_in(job, "/jobs/a/b.py"));
  CHECK_FALSE(place_in(job, "a/b.py"));
  CHECK(place_in(relative, "a/b.py") == "/src/a/b.py");
  CHECK_FALSE(place_in(relative, "/job/a/b.py"));
}

TEST_CASE("a path that Windows recorded is split at its own separators on every system") {
  const std::string file = "D:\\Dev\\cs336\\nn_utils.py";
  CHECK(recorded_name(file) == "nn_utils.py");
  CHECK(recorded_name("D:/Dev/cs336\\nn_utils.py") == "nn_utils.py");
  CHECK(recorded_name("cs336\\nn_utils.py") == "nn_utils.py");
  // Elsewhere a backslash is a letter like any other.
  CHECK(recorded_name("/job/odd\\name.py") == "odd\\name.py");
  const auto folder = source_folder_of(file, "/home/me/cs336/nn_utils.py");
  REQUIRE(folder);
  CHECK(*folder == SourceFolder{"D:\\Dev\\", "/home/me/"});
  CHECK(place_in(*folder, file) == "/home/me/cs336/nn_utils.py");
  CHECK(place_in(*folder, "D:\\Dev\\cs336\\sub\\model.py") == "/home/me/cs336/sub/model.py");
  CHECK_FALSE(place_in({"", "/src/"}, file));
}

TEST_CASE("the newest folders are kept, one for the same paths") {
  std::vector<SourceFolder> folders;
  note_source_folder(folders, {"/a/", "/1/"});
  note_source_folder(folders, {"/b/", "/2/"});
  note_source_folder(folders, {"/a/", "/3/"});
  CHECK(folders == std::vector<SourceFolder>{{"/a/", "/3/"}, {"/b/", "/2/"}});
  for (int i = 0; i < 40; ++i) note_source_folder(folders, {"/" + std::to_string(i) + "/", "/x/"});
  CHECK(folders.size() < 20);
  CHECK(folders.front().recorded == "/39/");
}

}  // namespace lanescope

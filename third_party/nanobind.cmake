# nanobind >= 2.4, as pip installs it, and the Python that it is for: the one that CMake finds first,
# or Python_EXECUTABLE. What it builds modules with are functions, so there is nothing to wrap.
find_package(Python 3.10 QUIET COMPONENTS Interpreter Development.Module
  OPTIONAL_COMPONENTS Development.SABIModule)
if(Python_FOUND)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_VARIABLE nanobind_folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  # Sources, which a build for another system takes from this one too.
  find_package(nanobind QUIET CONFIG PATHS "${nanobind_folder}" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
endif()
if(NOT nanobind_FOUND OR nanobind_VERSION VERSION_LESS 2.4)
  third_party_missing(
    "nanobind >= 2.4 of Python >= 3.10 with its headers (pip install nanobind, -DPython_EXECUTABLE=...)")
endif()

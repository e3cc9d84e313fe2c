# Compiles with zig for an old glibc, or for Windows, against the static libraries that portable.sh has
# built and nothing of this system. LANESCOPE_PORTABLE_TARGET: what portable.sh was called with.
set(LANESCOPE_PORTABLE_TARGET x86_64 CACHE STRING "x86_64, aarch64 or windows")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LANESCOPE_PORTABLE_TARGET)
set(portable_prefix "${CMAKE_CURRENT_LIST_DIR}/../.cache/portable/${LANESCOPE_PORTABLE_TARGET}")
cmake_path(NORMAL_PATH portable_prefix)

if(LANESCOPE_PORTABLE_TARGET STREQUAL "windows")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_SYSTEM_PROCESSOR x86_64)
  set(CMAKE_RC_COMPILER "${portable_prefix}/bin/windres")
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR ${LANESCOPE_PORTABLE_TARGET})
endif()
set(CMAKE_C_COMPILER "${portable_prefix}/bin/cc")
set(CMAKE_CXX_COMPILER "${portable_prefix}/bin/c++")
set(CMAKE_AR "${portable_prefix}/bin/ar")
set(CMAKE_RANLIB "${portable_prefix}/bin/ranlib")

set(CMAKE_FIND_ROOT_PATH "${portable_prefix}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
# Symbols of the static libraries are of no use to anybody.
set(CMAKE_EXE_LINKER_FLAGS_INIT -s)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -s)
set(CMAKE_PREFIX_PATH "${portable_prefix}")

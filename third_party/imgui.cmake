# Dear ImGui >= 1.90: the sources that setup.sh unpacked, or else the system's library.
# third_party::imgui knows no platform; third_party::imgui_backends adds GLFW and OpenGL 3.
set(imgui_minimum 19000)

find_path(IMGUI_SOURCE_DIR imgui_widgets.cpp NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
  PATHS "${CMAKE_CURRENT_SOURCE_DIR}/.cache/imgui-1.90.1")
find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_library(IMGUI_LIBRARY imgui)
mark_as_advanced(IMGUI_SOURCE_DIR IMGUI_INCLUDE_DIR IMGUI_LIBRARY)

# Sets `out` to IMGUI_VERSION_NUM of the imgui.h in `dir`, to 0 when there is none.
function(imgui_version dir out)
  set(${out} 0 PARENT_SCOPE)
  if(EXISTS "${dir}/imgui.h")
    file(STRINGS "${dir}/imgui.h" line REGEX "define +IMGUI_VERSION_NUM +[0-9]+")
    string(REGEX MATCH "[0-9]+$" number "${line}")
    set(${out} "${number}" PARENT_SCOPE)
  endif()
endfunction()

imgui_version("${IMGUI_SOURCE_DIR}" imgui_source_version)
imgui_version("${IMGUI_INCLUDE_DIR}" imgui_system_version)

if(imgui_source_version GREATER_EQUAL imgui_minimum)
  add_library(third_party_imgui STATIC
    ${IMGUI_SOURCE_DIR}/imgui.cpp
    ${IMGUI_SOURCE_DIR}/imgui_draw.cpp
    ${IMGUI_SOURCE_DIR}/imgui_tables.cpp
    ${IMGUI_SOURCE_DIR}/imgui_widgets.cpp)
  target_include_directories(third_party_imgui SYSTEM PUBLIC ${IMGUI_SOURCE_DIR})

  add_library(third_party_imgui_backends STATIC
    ${IMGUI_SOURCE_DIR}/backends/imgui_impl_glfw.cpp
    ${IMGUI_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
  target_include_directories(third_party_imgui_backends SYSTEM PUBLIC ${IMGUI_SOURCE_DIR}/backends)
  target_link_libraries(third_party_imgui_backends PUBLIC third_party_imgui
    PRIVATE third_party::glfw third_party::opengl ${CMAKE_DL_LIBS})
  set_target_properties(third_party_imgui third_party_imgui_backends PROPERTIES
    COMPILE_WARNING_AS_ERROR OFF)
elseif(IMGUI_LIBRARY AND imgui_system_version GREATER_EQUAL imgui_minimum)
  # Debian's static library holds the back ends too, and takes stb from its own package.
  find_library(STB_LIBRARY stb)
  mark_as_advanced(STB_LIBRARY)
  add_library(third_party_imgui INTERFACE)
  target_include_directories(third_party_imgui SYSTEM INTERFACE "${IMGUI_INCLUDE_DIR}")
  target_link_libraries(third_party_imgui INTERFACE "${IMGUI_LIBRARY}")
  if(STB_LIBRARY)
    target_link_libraries(third_party_imgui INTERFACE "${STB_LIBRARY}")
  endif()
  add_library(third_party_imgui_backends INTERFACE)
  target_include_directories(third_party_imgui_backends SYSTEM INTERFACE
    "${IMGUI_INCLUDE_DIR}/backends")
  target_link_libraries(third_party_imgui_backends INTERFACE
    third_party_imgui third_party::glfw third_party::opengl ${CMAKE_DL_LIBS})
else()
  third_party_missing("Dear ImGui >= 1.90")
  return()
endif()

add_library(third_party::imgui ALIAS third_party_imgui)
add_library(third_party::imgui_backends ALIAS third_party_imgui_backends)

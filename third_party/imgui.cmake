# Dear ImGui >= 1.90 from the sources that setup.sh unpacked: a system's library has 16 bits for a
# character, too few for emoji. third_party::imgui knows no platform; third_party::imgui_backends
# adds GLFW and OpenGL 3,
# in a page OpenGL alone.
find_path(IMGUI_SOURCE_DIR imgui_widgets.cpp NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
  PATHS "${CMAKE_CURRENT_SOURCE_DIR}/.cache/imgui-1.90.1")
mark_as_advanced(IMGUI_SOURCE_DIR)

if(NOT IMGUI_SOURCE_DIR)
  third_party_missing("the sources of Dear ImGui 1.90.1")
  return()
endif()

add_library(third_party_imgui STATIC
  ${IMGUI_SOURCE_DIR}/imgui.cpp
  ${IMGUI_SOURCE_DIR}/imgui_draw.cpp
  ${IMGUI_SOURCE_DIR}/imgui_tables.cpp
  ${IMGUI_SOURCE_DIR}/imgui_widgets.cpp)
target_include_directories(third_party_imgui SYSTEM PUBLIC ${IMGUI_SOURCE_DIR})
target_compile_definitions(third_party_imgui PUBLIC IMGUI_USE_WCHAR32)
# Its reciprocal square root by SSE is not the same on all processors, so that pictures were not either.
target_compile_definitions(third_party_imgui PRIVATE IMGUI_DISABLE_SSE)

add_library(third_party_imgui_backends STATIC
  ${IMGUI_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
target_include_directories(third_party_imgui_backends SYSTEM PUBLIC ${IMGUI_SOURCE_DIR}/backends)
target_link_libraries(third_party_imgui_backends PUBLIC third_party_imgui)
if(NOT EMSCRIPTEN)
  target_sources(third_party_imgui_backends PRIVATE
    ${IMGUI_SOURCE_DIR}/backends/imgui_impl_glfw.cpp)
  target_link_libraries(third_party_imgui_backends
    PRIVATE third_party::glfw third_party::opengl ${CMAKE_DL_LIBS})
endif()
set_target_properties(third_party_imgui third_party_imgui_backends PROPERTIES
  COMPILE_WARNING_AS_ERROR OFF)

add_library(third_party::imgui ALIAS third_party_imgui)
add_library(third_party::imgui_backends ALIAS third_party_imgui_backends)

# Headers only: the program loads libGL while it runs (app/platform/loaded_gl_linux.cpp). Every Windows has the
# library, and the compiler its headers.
if(WIN32)
  third_party_interface(opengl)
  target_link_libraries(third_party_opengl INTERFACE opengl32)
else()
  third_party_headers(opengl GL/gl.h)
endif()

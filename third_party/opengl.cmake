# libGL serves windows and pictures alike. find_package(OpenGL) would ask for libOpenGL besides.
third_party_library(opengl GL GL/gl.h)

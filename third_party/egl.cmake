# Pictures without a display are drawn through EGL.
third_party_library(egl EGL EGL/egl.h)

# Headers only, as of OpenGL. Pictures without a display are drawn through EGL.
third_party_headers(egl EGL/egl.h)

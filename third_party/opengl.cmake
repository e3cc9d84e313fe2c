# Headers only: the program loads libGL while it runs (app/platform/loaded_gl.cpp).
third_party_headers(opengl GL/gl.h)

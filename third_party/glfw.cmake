third_party_package(glfw glfw3 glfw 3.3)

# Headers only: the program loads the library while it runs (app/shell/theme/loaded_fontconfig_linux.cpp).
third_party_headers(fontconfig fontconfig/fontconfig.h)

#include "core/view/colors/frame_look.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/analysis/host/python_frame.h"

namespace lanescope {
namespace {

/// The standard library's modules and packages, without those whose names programs like to give to
/// files of their own.
constexpr std::string_view kStandardNames =
    " __future__ _aix_support _bootsubprocess _collections_abc _compat_pickle _markupbase "
    "_osx_support _py_abc _pydecimal _pyio _sitebuiltins _strptime _threading_local "
    "_weakrefset abc aifc argparse ast asynchat asyncio asyncore base64 bdb bisect bz2 "
    "cProfile cgi cgitb codecs codeop collections colorsys compileall concurrent configparser "
    "contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal "
    "difflib dis distutils doctest email encodings ensurepip enum filecmp fileinput fnmatch "
    "fractions ftplib functools genericpath getopt getpass gettext glob gzip hashlib heapq "
    "hmac html http imaplib imghdr imp importlib inspect io ipaddress json keyword lib2to3 "
    "linecache locale logging lzma mailbox mailcap mimetypes modulefinder multiprocessing "
    "netrc nntplib ntpath nturl2path numbers opcode operator optparse os pathlib pdb pickle "
    "pickletools pipes pkgutil plistlib poplib posixpath pprint pstats pty py_compile pyclbr "
    "pydoc pydoc_data queue quopri random re reprlib rlcompleter runpy selectors shelve shlex "
    "shutil site smtpd smtplib sndhdr socket socketserver sqlite3 sre_compile sre_constants "
    "sre_parse ssl stringprep struct subprocess sunau symtable sysconfig tabnanny tarfile "
    "telnetlib tempfile textwrap threading timeit tokenize tomllib traceback tracemalloc tty "
    "types typing unittest urllib uu uuid venv warnings weakref webbrowser wsgiref xdrlib xml "
    "xmlrpc zipapp zipfile zipimport zoneinfo ";

constexpr std::array<std::string_view, 3> kStandardFolders = {"/lib/python3", "/lib64/python3",
                                                              "/Lib/"};
constexpr std::array<std::string_view, 4> kPackageFolders = {"site-packages/", "dist-packages/",
                                                             "site-packages\\", "dist-packages\\"};

template <std::size_t N>
bool contains_any(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::ranges::any_of(parts, [&](auto part) { return text.find(part) != text.npos; });
}

/// "data.py" of "data.py:13"; empty for other names.
std::string_view file_of_line(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon == name.npos || colon == 0 || colon + 1 == name.size()) return {};
  const std::string_view digits = name.substr(colon + 1), file = name.substr(0, colon);
  if (digits.find_first_not_of("0123456789") != digits.npos) return {};
  return file.ends_with(".py") || (file.starts_with('<') && file.ends_with('>'))
             ? file
             : std::string_view();
}

/// The same of "data.py(12): tokenize".
std::string file_of_frame(std::string_view name) {
  // Kernels' names go on for pages, and most have none of this.
  if (name.find(".py(") == name.npos && !name.starts_with('<')) return {};
  std::string file = parse_python_frame(name).file;
  const bool is_python = file.ends_with(".py") || (file.starts_with('<') && file.ends_with('>'));
  return is_python ? file : std::string();
}

/// "json" of "json/decoder.py", "threading" of "threading.py".
bool is_standard_name(std::string_view file) {
  std::string_view first = file.substr(0, file.find('/'));
  if (first.size() == file.size() && first.ends_with(".py")) first.remove_suffix(3);
  return !first.empty() &&
         kStandardNames.find(' ' + std::string(first) + ' ') != std::string_view::npos;
}

FrameOwner owner_of_file(const std::string& file) {
  if (contains_any(file, kPackageFolders)) return FrameOwner::Library;
  const bool is_made = file.starts_with('<');  // "<frozen importlib._bootstrap>", "<string>"
  if (is_made || contains_any(file, kStandardFolders) || is_standard_name(file))
    return FrameOwner::Standard;
  return parse_python_frame(file + "(1): f").user ? FrameOwner::Own : FrameOwner::Library;
}

}  // namespace

std::optional<FrameOwner> frame_owner(std::string_view name) {
  const std::string_view of_line = file_of_line(name);
  const std::string file = of_line.empty() ? file_of_frame(name) : std::string(of_line);
  return file.empty() ? std::nullopt : std::optional(owner_of_file(file));
}

std::string_view frame_owner_title(FrameOwner owner) {
  constexpr std::array<std::string_view, kFrameOwners> kTitles{"your code", "library",
                                                               "standard library"};
  return kTitles[static_cast<std::size_t>(owner)];
}

bool is_frame_line(std::string_view name) {
  return !file_of_line(name).empty();
}

}  // namespace lanescope

// What the program calls in the page or in the browser, linked into lanescope.js. Declared in C++
// where it is used. Of functions with __proxy the page's own thread runs them, whoever calls.
'use strict';

addToLibrary({
  // app/platform/canvas_web.cpp

  // The canvas fills the page; its own pixels are those of the screen. `size_px`: two int.
  lanescope_fit_canvas: (size_px, density) => {
    const canvas = Module.canvas;
    const scale = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    HEAP32[size_px >>> 2] = width;
    HEAP32[(size_px >>> 2) + 1] = height;
    HEAPF64[density >>> 3] = scale;
  },
  lanescope_set_title: (text) => { document.title = UTF8ToString(text); },
  lanescope_set_cursor: (name) => { Module.canvas.style.cursor = UTF8ToString(name); },
  // Browsers take text into the clipboard later, and only shortly after the user did something.
  lanescope_write_clipboard: (text) => {
    navigator.clipboard.writeText(UTF8ToString(text)).catch(() => {});
  },
  // Macs have their commands on another key.
  lanescope_is_mac: () => navigator.platform.startsWith('Mac') ? 1 : 0,

  // app/shell/window/run_web.cpp; the page's part is in page.js.

  lanescope_choose_files: (how) => chooseFiles(how),
  lanescope_tell_ready: () => begun(),
  lanescope_tell_failure: (why) => say(UTF8ToString(why)),
  lanescope_deliver__proxy: 'sync',
  lanescope_deliver: (name, bytes, size) => {
    deliver(UTF8ToString(name), HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + (size >>> 0)));
  },

  // core/base/files/keep_file_web.cpp

  lanescope_keep__proxy: 'sync',
  lanescope_keep: (path, text) => keep(UTF8ToString(path), UTF8ToString(text)),
  lanescope_restore_all__deps: ['$stringToNewUTF8', 'free'],
  lanescope_restore_all: () => {
    for (const [path, text] of kept()) {
      const place = stringToNewUTF8(path);
      const bytes = stringToNewUTF8(text);
      _lanescope_restore(place, bytes);
      _free(place);
      _free(bytes);
    }
  },

  // core/base/bytes/page_files_web.cpp: on the thread that reads files. The page sends them as
  // {lanescope_file, id}.

  lanescope_listen_for_files: () => {
    globalThis.lanescope_files = new Map();
    globalThis.addEventListener('message', (event) => {
      if (event.data?.lanescope_file) lanescope_files.set(event.data.id, event.data.lanescope_file);
    });
  },
  // How many bytes were read; below 0: the browser may not read the file any more.
  lanescope_read_slice: (id, offset, out, size) => {
    try {
      const slice = lanescope_files.get(id).slice(offset, offset + size);
      const bytes = new FileReaderSync().readAsArrayBuffer(slice);
      HEAPU8.set(new Uint8Array(bytes), out >>> 0);
      return bytes.byteLength;
    } catch (error) {
      return -1;
    }
  },

  // app/shell/theme/font_search_web.cpp: waits for the answer, which threads other than the page's
  // own may. The bytes are malloc's, null when there are none.

  lanescope_fetch_font__deps: ['malloc'],
  lanescope_fetch_font: (size) => {
    try {
      const request = new XMLHttpRequest();
      request.open('GET', 'more-scripts.ttf.gz', false);
      request.responseType = 'arraybuffer';
      request.send();
      if (request.status !== 200) return 0;
      const bytes = new Uint8Array(request.response);
      const place = _malloc(bytes.length);
      HEAPU8.set(bytes, place >>> 0);
      HEAPU32[size >>> 2] = bytes.length;
      return place;
    } catch (error) {
      return 0;
    }
  },
});

// What the program calls of the page and the browser, linked into the program's script and declared
// in C++ where it is used. The program runs in a worker, where `Module` is what engine.js has made;
// Module.tell() sends a message to page.js. Functions with __proxy run in that worker whichever
// thread calls them.
'use strict';

addToLibrary({
  // app/platform/canvas_web.cpp

  lanescope_create_context__deps: ['$GL'],
  lanescope_create_context: () => {
    // Without an event nothing is drawn, so what is there has to stay.
    const wanted = {
      majorVersion: 2, minorVersion: 0, alpha: false, depth: false, stencil: false, antialias: false,
      preserveDrawingBuffer: true, premultipliedAlpha: true, powerPreference: 'default',
      enableExtensionsByDefault: true, failIfMajorPerformanceCaveat: false,
    };
    const context = GL.createContext(Module.canvas, wanted);
    if (!context || !GL.makeContextCurrent(context)) return 0;
    // Dear ImGui asks for everything that it changes, to put it back. Each question would wait until
    // all has been drawn, and nothing else draws here: what the answer was at first will do.
    const gl = GL.currentContext.GLctx;
    const ask = gl.getParameter.bind(gl);
    const answers = new Map();
    gl.getParameter = (name) => {
      if (!answers.has(name)) answers.set(name, ask(name));
      return answers.get(name);
    };
    return 1;
  },
  lanescope_fit_canvas: (width, height) => {
    if (Module.canvas.width !== width) Module.canvas.width = width;
    if (Module.canvas.height !== height) Module.canvas.height = height;
  },
  lanescope_set_title: (text) => Module.tell({title: UTF8ToString(text)}),
  lanescope_set_cursor: (name) => Module.tell({cursor: UTF8ToString(name)}),
  lanescope_write_clipboard: (text) => Module.tell({clipboard: UTF8ToString(text)}),
  lanescope_want_text: (wanted) => Module.tell({wantsText: wanted !== 0}),

  // app/shell/window/run_web.cpp

  lanescope_choose_files: (how) => Module.tell({choose: how}),
  lanescope_tell_failure: (why) => Module.tell({failed: UTF8ToString(why)}),
  lanescope_own_share_page__deps: ['$stringToNewUTF8'],
  // Of a page that is share.html itself; malloc's, null: the page is another.
  lanescope_own_share_page: () => Module.sharePage ? stringToNewUTF8(Module.sharePage) : 0,
  lanescope_tell_link: (view) => Module.tell({link: UTF8ToString(view)}),
  lanescope_deliver__proxy: 'sync',
  lanescope_deliver: (name, bytes, size) => {
    const copy = HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + (size >>> 0));
    Module.tell({deliver: UTF8ToString(name), bytes: copy}, [copy.buffer]);
  },

  // core/base/files/keep_file_web.cpp

  lanescope_keep__proxy: 'sync',
  lanescope_keep: (path, text) => Module.tell({keep: UTF8ToString(path), text: UTF8ToString(text)}),
  lanescope_restore_all__deps: ['$stringToNewUTF8', 'free'],
  lanescope_restore_all: () => {
    for (const [path, text] of Module.kept) {
      const place = stringToNewUTF8(path);
      const bytes = stringToNewUTF8(text);
      _lanescope_restore(place, bytes);
      _free(place);
      _free(bytes);
    }
  },

  // core/base/bytes/page_reader_*.cpp: on the threads that read files, which engine.js sends them to
  // as {lanescope_file, id}.

  lanescope_listen_for_files: () => {
    globalThis.lanescope_files = new Map();
    globalThis.addEventListener('message', (event) => {
      if (event.data?.lanescope_file) lanescope_files.set(event.data.id, event.data.lanescope_file);
    });
#if PTHREADS
    postMessage({lanescope_listens: true});
#endif
  },
  // The number of bytes read; -1: the browser cannot read the file any more; -2: nobody has told this
  // thread of it yet.
  lanescope_read_slice: (id, offset, out, size) => {
    try {
      const file = lanescope_files.get(id);
      if (!file) return -2;
      const bytes = new FileReaderSync().readAsArrayBuffer(file.slice(offset, offset + size));
      HEAPU8.set(new Uint8Array(bytes), out >>> 0);
      Module.noteRead?.(file, offset + bytes.byteLength);
      return bytes.byteLength;
    } catch (error) {
      return -1;
    }
  },

  // core/base/bytes/page_part_web.cpp: waits for the answer. The bytes are malloc's; null: none.

  lanescope_fetch_part__deps: ['malloc'],
  lanescope_fetch_part: (name, size) => {
    try {
      const request = new XMLHttpRequest();
      const place = globalThis.lanescope_place ?? location;
      request.open('GET', new URL(UTF8ToString(name), place), false);
      request.responseType = 'arraybuffer';
      request.send();
      if (request.status !== 200) return 0;
      const bytes = new Uint8Array(request.response);
      const copy = _malloc(bytes.length);
      HEAPU8.set(bytes, copy >>> 0);
      HEAPU32[size >>> 2] = bytes.length;
      return copy;
    } catch (error) {
      return 0;
    }
  },
});

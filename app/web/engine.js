// The worker that the program runs in, so that the page always answers. Loads the program, passes on
// what page.js sends, and draws.
'use strict';

// The program, for Emscripten's own script.
const Module = {tell: (message, passed = []) => postMessage(message, passed)};

const kSaveAfterMs = 150;  // without input
const kTellReadsMs = 100;
const kFramesKept = 300;

// What the page may call, by the name of the message.
const handlers = {
  resize: ({width, height, density}) => Module._lanescope_resize(width, height, density),
  key: ({code, text, down, repeat, modifiers}) =>
    call('lanescope_key', [code, text, down, repeat, modifiers]),
  text: ({text}) => call('lanescope_text', [text]),
  move: ({x, y, modifiers}) => Module._lanescope_mouse_at(x, y, modifiers),
  leave: () => Module._lanescope_mouse_left(),
  button: ({button, down}) => Module._lanescope_mouse_button(button, down),
  wheel: ({x, y, modifiers}) => Module._lanescope_wheel(x, y, modifiers),
  focus: ({focused}) => Module._lanescope_focus(focused),
  paste: ({text}) => call('lanescope_paste', [text]),
  file: ({id, path, file}) => {
    giveToReaders(id, file);
    call('lanescope_add_file', [path, id, file.size]);
  },
  open: ({paths, how}) => call('lanescope_open', [paths.join('\n'), how]),
  view: ({json}) => call('lanescope_show_view', [json]),
  warn: ({text}) => call('lanescope_warn', [text]),
  save: () => Module._lanescope_save(),
  ping: () => Module.tell({pong: true}),
  // For tests.
  state: ({id}) => Module.tell({answer: id, value: Module.ccall('lanescope_state', 'string', [], [])}),
  report: ({path}) => call('lanescope_report', [path]),
  link: ({id}) => Module.tell({answer: id, value: Module.ccall('lanescope_link', 'string', [], [])}),
  pixel: ({id}) => Module.tell({answer: id, value: brightness()}),
  frames: ({id}) => Module.tell({answer: id, value: frameMs.splice(0)}),
  size: ({id}) => Module.tell({answer: id, value: [Module.canvas.width, Module.canvas.height]}),
  memory: ({id}) => Module.tell({answer: id, value: Module.HEAPU8.length}),
  crash: () => { throw new Error('test'); },
  hang: () => { for (;;); },
};

// Of the lower left corner, from 0 to 1.
function brightness() {
  const pixel = new Uint8Array(4);
  const gl = Module.canvas.getContext('webgl2');
  gl.readPixels(2, 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return (pixel[0] + pixel[1] + pixel[2]) / 3 / 255;
}

// Texts are on the heap: one that is pasted may be larger than the stack.
function call(name, values) {
  const passed = values.map((value) => typeof value === 'string' ? Module.stringToNewUTF8(value) : value);
  Module[`_${name}`](...passed);
  passed.forEach((value, i) => { if (typeof values[i] === 'string') Module._free(value); });
}

const given = [];  // files

function readers() {
  const workers = [];
  for (let number = 0, thread; (thread = Module._lanescope_file_reader(number)); ++number) {
    workers.push(Module.PThread.pthreads[thread]);
  }
  return workers;
}

// A reader that is still being loaded does not hear of files; it says when it does.
function listenToReaders() {
  for (const reader of readers()) {
    reader.addEventListener('message', ({data}) => {
      if (data?.lanescope_listens) given.forEach((file) => reader.postMessage(file));
    });
  }
}

function giveToReaders(id, file) {
  if (!Module._lanescope_file_reader) return lanescope_files.set(id, file);
  given.push({lanescope_file: file, id});
  readers().forEach((reader) => reader.postMessage(given.at(-1)));
}

// Frames, and between them saving what has changed.

let lastInput = 0;

const frameMs = [];  // the last ones, for tests/bench/page_bench.py

function draw() {
  const before = performance.now();
  Module._lanescope_tick();
  frameMs.push(performance.now() - before);
  if (frameMs.length > kFramesKept) frameMs.shift();
  requestAnimationFrame(draw);
}

function saveSoon() {
  if (lastInput) clearTimeout(lastInput);
  lastInput = setTimeout(() => Module._lanescope_save(), kSaveAfterMs);
}

// Without threads the program reads in this worker, and nothing is drawn meanwhile.

let lastTold = 0;

function noteRead(file, done) {
  const now = performance.now();
  if (now - lastTold < kTellReadsMs) return;
  lastTold = now;
  Module.tell({reads: file.name, share: done / file.size});
}

let failed = false;

function fail(why) {
  failed = true;
  Module.tell({failed: `Lanescope has stopped: ${String(why).replace(/\.+$/, '')}.`});
}

// `source`: where it can be fetched, or its bytes; as gzip, which some servers unpack themselves.
async function unpacked(source, type) {
  let bytes = source;
  if (typeof source === 'string') {
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source}: ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
  }
  const headers = {'Content-Type': type};
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new Response(bytes, {headers});
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')), {headers});
}

async function begin({canvas, script, program, files, kept, place, sharePage, size}) {
  globalThis.lanescope_place = place;
  canvas.addEventListener('webglcontextlost', () => fail('the browser has reset its graphics'));
  const compiled = unpacked(program, 'application/wasm').then((r) => WebAssembly.compileStreaming(r));
  const package_ = await (await unpacked(files, 'application/octet-stream')).arrayBuffer();
  const code = await compiled;
  Object.assign(Module, {
    canvas, sharePage, kept, noteRead,
    mainScriptUrlOrBlob: script,
    getPreloadedPackage: () => package_,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(code, imports).then((instance) => done(instance, code)).catch((error) => fail(error.message));
      return {};
    },
    print: (line) => Module.tell({printed: line}),
    printErr: (line) => console.error(line),
    onAbort: fail,
    // main() runs right after this, and returns.
    onRuntimeInitialized: () => setTimeout(() => start(size)),
  });
  if (typeof startLanescope === 'undefined') importScripts(script);  // share.html has both in one
  await startLanescope(Module);
}

function start(size) {
  if (failed) return;
  handlers.resize(size);
  if (Module._lanescope_file_reader) listenToReaders();
  listen();
  requestAnimationFrame(draw);
  Module.tell({begun: true});
}

function listen() {
  const silent = new Set(['ping', 'state', 'report', 'save', 'move']);
  for (const message of waiting.splice(0)) handlers[message.do](message);
  onmessage = ({data}) => {
    handlers[data.do]?.(data);
    if (!silent.has(data.do)) saveSoon();
  };
}

const waiting = [];  // what came before the program could listen
onmessage = ({data}) => {
  if (data.do !== 'begin') return waiting.push(data);
  begin(data).catch((error) => {
    failed = true;
    Module.tell({failed: `Lanescope cannot be loaded (${error.message}). Reload the page.`});
  });
};
addEventListener('error', (event) => { console.error(event.error?.stack); fail(event.message); });
addEventListener('unhandledrejection', (event) => fail(event.reason?.message ?? event.reason));

// The page around the program: says what is missing, loads the program, gives it the files that are
// dropped or chosen, what is pasted, and what it kept from last time.
'use strict';

var Module = {};  // as Emscripten's own script wants it

const message = document.getElementById('message');
const fileInput = document.getElementById('files');
const kKept = 'lanescope:';  // in front of the paths of files that the browser keeps

function say(text) {
  message.textContent = text;
  message.hidden = false;
}

// One sentence: what is missing and what to do. Nothing: all is there.
function whatIsMissing() {
  if (!window.isSecureContext || !window.crossOriginIsolated) {
    return 'Lanescope needs threads, which a browser gives only to pages served over https or from this ' +
        'computer with the headers Cross-Origin-Opener-Policy: same-origin and ' +
        'Cross-Origin-Embedder-Policy: require-corp; serve.py beside this page sends them.';
  }
  if (!document.createElement('canvas').getContext('webgl2')) {
    return 'Lanescope needs WebGL 2, which this browser does not offer: turn on hardware ' +
        'acceleration, or use a current Chrome, Edge, Firefox or Safari.';
  }
  if (typeof DecompressionStream === 'undefined') {
    return 'Lanescope needs a newer browser: Chrome 91, Edge 91, Firefox 113, Safari 16.4 or later.';
  }
  return '';
}

async function unpacked(name, type) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, {headers: {'Content-Type': type}});
}

// The files that the user gives.

let lastId = 0;

function giveFile(file, path) {
  const id = ++lastId;
  const reader = Module.PThread.pthreads[Module._lanescope_file_reader()];
  reader.postMessage({lanescope_file: file, id});
  Module.ccall('lanescope_add_file', null, ['string', 'number', 'number'], [path, id, file.size]);
}

// The same file has the same path next time, so that notes about it are found again.
function folderOf(file) {
  return `/files/${file.size}-${file.lastModified}`;
}

function openPaths(paths, how) {
  if (paths.length > 0) Module.ccall('lanescope_open', null, ['string', 'number'], [paths.join('\n'), how]);
}

function giveFiles(files) {
  return files.map((file) => {
    const path = `${folderOf(file)}/${file.name}`;
    giveFile(file, path);
    return path;
  });
}

const fileOf = (entry) => new Promise((done, fail) => entry.file(done, fail));
const someOf = (reader) => new Promise((done, fail) => reader.readEntries(done, fail));

async function filesBelow(folder) {
  const files = [];
  const reader = folder.createReader();
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader)) {
    for (const entry of some) {
      if (entry.isFile) files.push([entry.fullPath, await fileOf(entry)]);
      if (entry.isDirectory) files.push(...await filesBelow(entry));
    }
  }
  return files;
}

async function giveFolder(entry) {
  const files = await filesBelow(entry);
  const bytes = files.reduce((sum, [, file]) => sum + file.size, 0);
  const place = `/files/${files.length}-${bytes}`;
  for (const [path, file] of files) giveFile(file, place + path);
  return place + entry.fullPath;
}

async function takeDrop(event) {
  event.preventDefault();
  // The browser forgets them once this has returned to it.
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const files = [...event.dataTransfer.files];
  const folders = entries.filter((entry) => entry.isDirectory);
  const names = new Set(folders.map((entry) => entry.name));
  const paths = giveFiles(files.filter((file) => !names.has(file.name)));
  for (const folder of folders) paths.push(await giveFolder(folder));
  openPaths(paths, 0);
}

// Called by the program: `how` comes back with the files.
let chooseHow = 1;
function chooseFiles(how) {
  chooseHow = how;
  fileInput.multiple = how === 1;
  fileInput.value = '';
  fileInput.click();
}

function takeChosen() {
  openPaths(giveFiles([...fileInput.files]), chooseHow);
  chooseHow = 1;
}

// What leaves the program.

function deliver(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function keep(path, text) {
  try {
    localStorage.setItem(kKept + path, text);
  } catch (error) {
    // Full, or forbidden: the program works without.
  }
}

// Every [path, text].
function kept() {
  try {
    return Object.entries(localStorage).filter(([key]) => key.startsWith(kKept))
        .map(([key, text]) => [key.slice(kKept.length), text]);
  } catch (error) {
    return [];
  }
}

// The beginning.

function listen() {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', takeDrop);
  addEventListener('contextmenu', (event) => event.preventDefault());
  addEventListener('paste', (event) => {
    const text = event.clipboardData.getData('text/plain');
    Module.ccall('lanescope_paste', null, ['string'], [text]);
  });
  fileInput.addEventListener('change', takeChosen);
  const save = () => { if (document.visibilityState === 'hidden') Module._lanescope_save(); };
  addEventListener('visibilitychange', save);
  addEventListener('pagehide', () => Module._lanescope_save());
}

// Called by the program once it draws.
function begun() {
  listen();
  message.hidden = true;
  Module.canvas.focus();
  performance.mark('lanescope_ready');
}

function fail(why) {
  say(`Lanescope has stopped: ${why}. Reload the page and open the file again.`);
}

async function begin() {
  const missing = whatIsMissing();
  if (missing) return say(missing);
  const program = unpacked('lanescope.wasm.gz', 'application/wasm');
  const files = await (await unpacked('lanescope.data.gz', 'application/octet-stream')).arrayBuffer();
  Module = {
    canvas: document.getElementById('canvas'),
    getPreloadedPackage: () => files,
    instantiateWasm(imports, done) {
      program.then((response) => WebAssembly.instantiateStreaming(response, imports))
          .then(({instance, module}) => done(instance, module), fail);
      return {};
    },
    print: (line) => globalThis.lanescope_print?.(line) ?? console.log(line),
    printErr: (line) => console.error(line),
    onAbort: fail,
  };
  addEventListener('error', (event) => { if (event.error instanceof WebAssembly.RuntimeError) fail(event.message); });
  const script = document.createElement('script');
  script.src = 'lanescope.js';
  document.body.append(script);
}

begin().catch((error) => say(`Lanescope cannot be loaded (${error.message}); reload the page.`));

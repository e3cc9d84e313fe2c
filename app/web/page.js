// The page around the program, which runs in a worker (engine.js): says what is missing, passes on
// the files that are dropped or chosen and what is pasted, and keeps settings for the next time.
// index.html is this page beside its files; share.html is one file with all of it and a trace.
'use strict';

const message = document.getElementById('message');
const messageText = document.getElementById('message-text');
const again = document.getElementById('again');
const stop = document.getElementById('stop');
const fileInput = document.getElementById('files');
const field = document.getElementById('typed');
const inside = document.getElementById('lanescope-program');  // in share.html
const pristine = inside && document.documentElement.cloneNode(true);

const kKept = 'lanescope:';  // in front of the paths of files that the browser keeps
const kNamesTold = 4;
const kPingMs = 500, kPatienceMs = 1500;

function say(text) {
  messageText.textContent = text;
  again.hidden = stop.hidden = true;
  message.className = '';
  message.hidden = false;
}

// One sentence: what is missing and what to do. Nothing: all is there.
function whatIsMissing() {
  if (typeof WebAssembly === 'undefined' || typeof DecompressionStream === 'undefined' ||
      typeof OffscreenCanvas === 'undefined') {
    return 'Lanescope needs a newer browser: Chrome 91, Edge 91, Firefox 113, Safari 17, or later.';
  }
  if (!new OffscreenCanvas(1, 1).getContext('webgl2')) {
    return 'Lanescope needs WebGL 2, which this browser does not offer: turn on hardware ' +
        'acceleration, or use a current Chrome, Edge, Firefox or Safari.';
  }
  return '';
}

// The engine. After a stop or a failure there is a new one, and a new canvas for it.

let engine = null;
let canvas = null;
let begun = false;
let given = [];  // what the engine was told about files, oldest first

function send(data, passed = []) {
  engine?.postMessage(data, passed);
}

// In gzip and Base64, as share.html has it.
function bytesOf(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const scriptOf = (...ids) =>
  URL.createObjectURL(new Blob(ids.flatMap((id) => [document.getElementById(id).textContent, '\n']),
                               {type: 'text/javascript'}));

// share.html as it was before a trace was put into it, to share again from it.
function emptySharePage() {
  const page = pristine.cloneNode(true);
  const data = [...page.querySelectorAll('#lanescope-view, [id^=lanescope-trace-]')];
  data[0].before(document.createComment('lanescope-data'));
  for (const element of data) element.remove();
  return `<!doctype html>\n${page.outerHTML}\n`;
}

// Where the parts of the program are. Threads need a page that is cross-origin isolated.
function parts() {
  if (inside) {
    return {
      // A page from the disk may not load a second script into a worker.
      worker: scriptOf('lanescope-program', 'lanescope-engine'), script: '',
      program: bytesOf('lanescope-wasm'), files: bytesOf('lanescope-data'), sharePage: emptySharePage(),
    };
  }
  const name = window.crossOriginIsolated ? 'lanescope' : 'lanescope-alone';
  const place = (file) => new URL(file, location.href).href;
  return {
    worker: 'engine.js', script: place(`${name}.js`), program: place(`${name}.wasm.gz`),
    files: place('lanescope.data.gz'),
  };
}

function sizeNow() {
  const density = window.devicePixelRatio || 1;
  return {
    do: 'resize', density, width: Math.max(1, Math.round(innerWidth * density)),
    height: Math.max(1, Math.round(innerHeight * density)),
  };
}

let sentSize = '';

function sendSize() {
  const size = sizeNow();
  if (JSON.stringify(size) === sentSize) return;
  sentSize = JSON.stringify(size);
  send(size);
}

// Again and again, because a canvas that an engine had cannot be given to another.
function beginEngine() {
  const old = canvas ?? document.getElementById('canvas');
  canvas = old.cloneNode();
  old.replaceWith(canvas);
  const {worker, ...rest} = parts();
  begun = false;
  engine = new Worker(worker, {name: 'Lanescope'});
  engine.onmessage = ({data}) => hear(data);
  engine.onerror = (event) =>
    fail(event.message ? `Lanescope has stopped: ${event.message}.`
                       : 'Lanescope cannot be loaded: a file of the page is missing. Reload the page.');
  const surface = canvas.transferControlToOffscreen();
  send({do: 'begin', canvas: surface, kept: kept(), place: location.href, size: sizeNow(), ...rest}, [surface]);
  listenToMouse(canvas, send);
  listenToTouch(canvas, send);
}

function endEngine() {
  engine?.terminate();
  engine = null;
}

// After a stop: everything as at the start, and the files can be opened again without choosing them.
function fail(why) {
  endEngine();
  const names = given.filter(({file}) => file).map(({file}) => file.name);
  const last = names.slice(-kNamesTold).join(', ');
  const more = names.length > kNamesTold ? `${names.length - kNamesTold} files, ` : '';
  say(names.length > 0 ? `${why} Open it again: ${more}${last}.` : why);
  again.hidden = false;
}

function restart() {
  say('Lanescope is loading…');
  beginEngine();
}

// A load without threads, or a computation that takes long: the page says so, and can end it.

let pinged = 0, answered = 0;
let reading = '';

function ping() {
  if (!engine || !begun || document.hidden) return;
  sendSize();  // the window may have gone to a screen of another density, which is no resize
  const now = performance.now();
  if (answered >= pinged) {
    pinged = now;
    send({do: 'ping'});
  } else if (now - pinged > kPatienceMs) {
    say(reading || 'Lanescope is computing…');
    message.className = 'over';
    stop.hidden = false;
  }
}

function hearPong() {
  answered = performance.now();
  reading = '';
  if (message.className === 'over') message.hidden = true;
}

// Ends what takes long. What was open before the file that is being read is opened again.
function stopWork() {
  endEngine();
  const last = given.findLastIndex((data) => data.do === 'open');
  if (reading && last >= 0) given.splice(last, 1);
  reading = '';
  restart();
}

// Files that the user gives.

let lastId = 0;

// Also after the engine has ended, when there is a new one.
function tell(data) {
  given.push(data);
  if (begun) send(data);
}

function giveFile(file, path) {
  tell({do: 'file', id: ++lastId, path, file});
}

// The same file has the same path next time, so that notes about it are found again. The ranks of a
// run are in one folder, whose name is the run's.
function folderOf(file, files) {
  const bytes = files.reduce((sum, {size}) => sum + size, 0);
  return files.length > 2 ? `/files/${bytes}/${files.length} files` : `/files/${file.size}`;
}

function openPaths(paths, how) {
  if (paths.length > 0) tell({do: 'open', paths, how});
}

// Paths are told with a line break between them.
const plainName = (name) => name.replace(/[\r\n]/g, ' ');

function giveFiles(files) {
  return files.map((file) => {
    const path = `${folderOf(file, files)}/${plainName(file.name)}`;
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
  return [place + entry.fullPath];
}

async function takeDrop(event) {
  event.preventDefault();
  // The browser forgets them once this has returned to it.
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const files = [...event.dataTransfer.files];
  const folders = entries.filter((entry) => entry.isDirectory);
  const names = new Set(folders.map((entry) => entry.name));
  const paths = giveFiles(files.filter((file) => !names.has(file.name)));
  for (const folder of folders) paths.push(...await giveFolder(folder));
  if (paths.length === 0) send({do: 'warn', text: 'There is no file in what was dropped.'});
  openPaths(paths, 0);
}

let chooseHow = 1;  // comes back to the program with the files

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

// Settings of another tab are taken over when the page is opened again, but marks would be lost.
const kMarksEnd = '.lanescope.json';
// A notebook gives its cells nothing to keep settings in, which is no news there.
const framed = window.self !== window.top;
let keepsNothing = false;

function keep(path, text) {
  try {
    localStorage.setItem(kKept + path, text);
  } catch (error) {
    if (framed && !path.endsWith(kMarksEnd)) return;
    if (!keepsNothing) send({do: 'warn', text: 'Your browser keeps no more settings and marks for this ' +
        'page: they are lost when it is closed. Clear the data of this site, or allow it to store some.'});
    keepsNothing = true;
  }
}

const warnedOfMarks = new Set();
addEventListener('storage', ({key}) => {
  if (!key?.startsWith(kKept) || !key.endsWith(kMarksEnd) || warnedOfMarks.has(key)) return;
  warnedOfMarks.add(key);
  const trace = key.slice(key.lastIndexOf('/') + 1, -kMarksEnd.length);
  send({do: 'warn', text: `The marks of ${trace} were changed in another tab. Reload this page to see them: ` +
    'marks that you change here replace them.'});
});

// Every [path, text].
function kept() {
  try {
    return Object.entries(localStorage).filter(([key]) => key.startsWith(kKept))
        .map(([key, text]) => [key.slice(kKept.length), text]);
  } catch (error) {
    return [];
  }
}

// Browsers take text only shortly after the user did something, and pages that are not served over
// https by an older way only.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    field.value = text;
    field.select();
    const copied = document.execCommand('copy');
    field.value = '';
    if (!copied) prompt('Your browser keeps the page from copying. Copy this:', text);
  }
}

const answers = new Map();  // for tests

// What engine.js says, by the name of the message's first member.
const handlers = {
  begun: () => {
    begun = true;
    pinged = answered = performance.now();
    message.hidden = true;
    for (const data of given) send(data);
    takeFocus();
    performance.mark('lanescope_ready');
  },
  failed: ({failed}) => fail(failed),
  pong: hearPong,
  reads: ({reads, share}) => { reading = `Reading ${reads}: ${Math.floor(share * 100)} %`; },
  title: ({title}) => { document.title = title; },
  cursor: ({cursor}) => { canvas.style.cursor = cursor; },
  clipboard: ({clipboard}) => copy(clipboard),
  wantsText: ({wantsText}) => { field.inputMode = wantsText ? 'text' : 'none'; },
  choose: ({choose}) => chooseFiles(choose),
  deliver: ({deliver: name, bytes}) => deliver(name, bytes),
  keep: ({keep: path, text}) => keep(path, text),
  link: ({link}) => copy(`${location.href.split('#')[0]}#${link}`),
  printed: ({printed}) => (globalThis.lanescope_print ?? console.log)(printed),
  answer: ({answer, value}) => answers.get(answer)?.(value),
};

function hear(data) {
  handlers[Object.keys(data)[0]]?.(data);
}

// For tests: resolves to the answer.
function ask(what) {
  const id = ++lastId;
  return new Promise((done) => {
    answers.set(id, done);
    send({do: what, id});
  });
}

function takeFocus() {
  if (isActive()) field.focus({preventScroll: true});
}

function listen() {
  listenToKeys(field, send);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', takeDrop);
  addEventListener('contextmenu', (event) => event.preventDefault());
  addEventListener('resize', sendSize);
  addEventListener('focusout', () => setTimeout(takeFocus));
  // The program takes the click itself, so that it gives a frame no focus.
  if (isInFrame) addEventListener('pointerdown', () => field.focus({preventScroll: true}), true);
  fileInput.addEventListener('change', takeChosen);
  again.addEventListener('click', restart);
  stop.addEventListener('click', stopWork);
  const save = () => send({do: 'save'});
  addEventListener('visibilitychange', () => { if (document.hidden) save(); });
  addEventListener('pagehide', save);
  addEventListener('hashchange', openLink);
  setInterval(ping, kPingMs);
}

// What is shown first: what share.html carries, or what a link says of a file to come.

function openCarried() {
  const paths = ['a', 'b'].map((letter) => `lanescope-trace-${letter}`)
    .filter((id) => document.getElementById(id))
    .map((id) => {
      const {name} = document.getElementById(id).dataset;
      const bytes = bytesOf(id);
      const path = `/files/shared-${bytes.length}-${id.slice(-1)}/${plainName(name)}`;
      giveFile(new File([bytes], name), path);
      return path;
    });
  if (paths.length === 0) return;
  tell({do: 'view', json: document.getElementById('lanescope-view').textContent});
  openPaths(paths, 0);
}

// "#file=run.json.gz&range=0:20000000&select=…&tab=Kernels"; the range in ns from the start. With
// "&compare=other.json.gz" of two runs, A and B; with "&run=B" range and selection are those of B.
function openLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has('file')) return;
  const [begin, end] = (link.get('range') ?? '').split(':').map(Number);
  const view = {file: link.get('file')};
  for (const [key, from] of [['file_b', 'compare'], ['run', 'run'], ['select', 'select'], ['tab', 'tab']])
    view[key] = link.get(from) ?? '';
  if (Number.isSafeInteger(begin) && Number.isSafeInteger(end)) view.range_ns = [begin, end];
  tell({do: 'view', json: JSON.stringify(view)});
}

function begin() {
  const missing = whatIsMissing();
  if (missing) return say(missing);
  listen();
  beginEngine();
  if (inside) openCarried(); else openLink();
}

begin();

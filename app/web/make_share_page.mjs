// Makes share.html: the page without threads, with everything inside but the two large files, whose
// places `lanescope share` fills (core/export/viewer_page.h), as it does that of the traces.
//
// usage: node make_share_page.mjs SOURCES BUILD     (app/web, and the folder with the built page)
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const [sources, build] = process.argv.slice(2);
const text = (name) => readFileSync(join(sources, name), 'utf8');
const built = (name) => readFileSync(join(build, name));

const kPolicy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; " +
    "style-src 'unsafe-inline'; img-src data: blob:; form-action 'none'; base-uri 'none'";

function replaceOnce(whole, part, by) {
  if (whole.split(part).length !== 2) throw new Error(`index.html: expected once: ${part}`);
  return whole.replace(part, () => by);
}

// Inside of an HTML script element.
function script(content, attributes = '') {
  if (/<\/script|<!--/i.test(content)) throw new Error(`a script would end its own element: ${attributes}`);
  return `<script${attributes}>${content}</script>\n`;
}

const placeOf = (id, file) => `<script type="text/plain" id="${id}"><!--file ${file}--></script>\n`;
const kept = (id, content) => script(content, ` type="text/plain" id="${id}"`);

let page = text('index.html');
page = page.replace(/(Content-Security-Policy" content=")[^"]*/, (_, head) => head + kPolicy);
page = replaceOnce(page, '<link rel="icon" href="lanescope.svg">\n', '');
page = replaceOnce(page, '<link rel="stylesheet" href="page.css">', `<style>\n${text('page.css')}</style>`);
page = replaceOnce(page, '<script src="input.js" defer></script>\n', '');
page = replaceOnce(page, '<script src="page.js" defer></script>\n', '');
page = replaceOnce(page, '<!-- Nothing is ever sent anywhere: the page may only fetch its own files. -->',
                   '<!-- Everything is in this file, and the policy forbids the page to fetch or send anything. -->');
page = replaceOnce(page, '</body>', '<!--lanescope-data-->\n' +
    kept('lanescope-engine', text('engine.js')) +
    kept('lanescope-program', built('lanescope-alone.js').toString()) +
    placeOf('lanescope-wasm', 'lanescope-alone.wasm') +
    placeOf('lanescope-data', 'lanescope.data') +
    script(text('input.js')) + script(text('page.js')) + '</body>');
writeFileSync(join(build, 'share.html'), page);

// Mouse, touch and keyboard, as messages to engine.js.
'use strict';

const kCtrl = 1, kShift = 2, kAlt = 4;  // as in app/platform/canvas_input_web.cpp
const kPixelsPerNotch = 100, kLinesPerNotch = 3;
const kPinchStepPx = 40, kPinchNotches = 4;
const kNotchesPerDoubling = 2.6;  // of the distance of two fingers, which then zoom as far as they move
const kTapPx = 8;  // a finger that moves less taps

// Macs have their commands on another key.
const isMac = navigator.platform.startsWith('Mac');
const hasCommandKey = (event) => event.ctrlKey || (isMac && event.metaKey);
const modifiersOf = (event) =>
  (hasCommandKey(event) ? kCtrl : 0) | (event.shiftKey ? kShift : 0) | (event.altKey ? kAlt : 0);

// In a frame, as in the cell of a notebook, keys and the wheel are those of the page around it until
// somebody clicks here.
const isInFrame = window.parent !== window;
const isActive = () => !isInFrame || document.hasFocus();

// With Alt, a browser would open a menu, or type a sign on a Mac: app/shell/keys/page_keys.cpp uses these.
const isAltCommand = (event) => event.altKey && event.code === 'KeyW';

// The browser's own: a new tab, a reload, its console, and pasting, which has an event of its own.
function isForBrowser(event) {
  if (!hasCommandKey(event)) return event.key === 'F5' || event.key === 'F11' || event.key === 'F12';
  const letter = event.key.toLowerCase();
  if (event.shiftKey) return letter === 'i' || letter === 'j';
  return !event.altKey && 'vrtnwl'.includes(letter);
}

// What is typed comes as input of this field, also from input methods and from keyboards on screen.
// `field`: a textarea that has the focus. `send`: takes messages.
function listenToKeys(field, send) {
  const key = (event, down) => {
    if (event.isComposing) return;
    if (!isForBrowser(event)) {
      send({do: 'key', code: event.code, text: event.key, down, repeat: event.repeat, modifiers: modifiersOf(event)});
      // Those that type something go on to the field.
      if (event.key.length > 1 || hasCommandKey(event) || isAltCommand(event)) event.preventDefault();
    }
  };
  addEventListener('keydown', (event) => key(event, true));
  addEventListener('keyup', (event) => key(event, false));
  const take = () => {
    if (field.value) send({do: 'text', text: field.value});
    field.value = '';
  };
  field.addEventListener('input', (event) => { if (!event.isComposing) take(); });
  field.addEventListener('compositionend', take);
  addEventListener('paste', (event) => {
    event.preventDefault();
    send({do: 'paste', text: event.clipboardData.getData('text/plain')});
  });
  addEventListener('focus', () => send({do: 'focus', focused: true}));
  addEventListener('blur', () => send({do: 'focus', focused: false}));
}

function listenToMouse(canvas, send) {
  const move = (event) => send({do: 'move', x: event.clientX, y: event.clientY, modifiers: modifiersOf(event)});
  const button = (event, down) => {
    if (event.pointerType === 'touch') return;
    move(event);
    send({do: 'button', button: event.button, down});
  };
  // Between the two a move that presses or releases another button is only a move.
  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') canvas.setPointerCapture(event.pointerId);  // a drag goes on outside
  });
  canvas.addEventListener('mousedown', (event) => { event.preventDefault(); button(event, true); });
  canvas.addEventListener('mouseup', (event) => button(event, false));
  canvas.addEventListener('pointermove', (event) => { if (event.pointerType !== 'touch') move(event); });
  canvas.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && event.buttons === 0) send({do: 'leave'});
  });
  canvas.addEventListener('wheel', (event) => {
    if (!isActive()) return;
    event.preventDefault();
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? kPixelsPerNotch
      : event.deltaMode === WheelEvent.DOM_DELTA_LINE ? kLinesPerNotch : 1;
    // Touchpads report a pinch as a wheel with Ctrl, in small steps.
    const pinch = event.ctrlKey && Math.abs(event.deltaY) < kPinchStepPx ? kPinchNotches : 1;
    move(event);
    send({do: 'wheel', x: -event.deltaX / notch, y: -event.deltaY / notch * pinch, modifiers: modifiersOf(event)});
  }, {passive: false});
}

// One finger is the mouse; two fingers move along the time, and zoom as they come apart.
function listenToTouch(canvas, send) {
  let tap = null;      // where one finger has begun, until it moves
  let pressed = false;
  let pair = null;     // middle and distance of two fingers
  const at = (touch) => send({do: 'move', x: touch.clientX, y: touch.clientY, modifiers: 0});
  const press = (down) => {
    if (pressed === down) return;
    pressed = down;
    send({do: 'button', button: 0, down});
  };
  const pairOf = ([a, b]) => ({
    x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
    apart: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
  });
  const begin = (event) => {
    event.preventDefault();
    if (event.touches.length === 1) {
      tap = event.touches[0];
      at(tap);
    } else if (event.touches.length === 2) {
      press(false);
      tap = null;
      pair = pairOf(event.touches);
    }
  };
  const drag = (event) => {
    event.preventDefault();
    const [touch] = event.touches;
    if (pair && event.touches.length === 2) {
      const now = pairOf(event.touches);
      send({do: 'move', x: now.x, y: now.y, modifiers: 0});
      send({do: 'wheel', x: (now.x - pair.x) / kPixelsPerNotch, y: 0, modifiers: 0});
      const zoom = Math.log2(now.apart / pair.apart) * kNotchesPerDoubling;
      if (zoom !== 0) send({do: 'wheel', x: 0, y: zoom, modifiers: kCtrl});
      pair = now;
    } else if (event.touches.length === 1 && !pair) {
      if (tap && Math.hypot(touch.clientX - tap.clientX, touch.clientY - tap.clientY) > kTapPx) {
        press(true);
        tap = null;
      }
      if (!tap) at(touch);
    }
  };
  const end = (event) => {
    event.preventDefault();
    if (tap) press(true);
    tap = null;
    press(false);
    if (event.touches.length === 0) {
      pair = null;
      send({do: 'leave'});
    }
  };
  canvas.addEventListener('touchstart', begin, {passive: false});
  canvas.addEventListener('touchmove', drag, {passive: false});
  canvas.addEventListener('touchend', end, {passive: false});
  canvas.addEventListener('touchcancel', end, {passive: false});
}

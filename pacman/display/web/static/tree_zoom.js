// Size and scrolling of a drawing inside its frame: it fits the width as long as its text stays readable; a wider one is
// moved and zoomed by wheel, pinch, drag and keys.

import { html } from "./elements.js";

const SMALLEST_TEXT = 11; // pixels, in tree.css
const READABLE = 9; // pixels; a drawing is not made smaller than this without being asked to
const LARGEST_FIT = 1.4; // a small drawing that is alone is enlarged to fill its frame, but not more
const LARGEST = 3;
const STEP = 1.25; // factor of a button or a key
const WHEEL = 400; // pixels of a wheel to double the size
const LINE = 16; // pixels of a line, for wheels that count lines
const SCROLL = 60; // pixels of an arrow key
const CLICK = 5; // pixels that a mouse moves in a click, at most
const FRAME_HEIGHT = 0.62; // of the window, as in search.css

// `onResize` is called when the frame has another width, for example when it is shown for the first time.
export function treeZoom(frame, picture, words, isAlone, onResize) {
  let size = { width: 1, height: 1 }; // of the drawing at scale 1
  let scale = 1;
  let mode = "readable"; // "whole": all of it is visible; "free": chosen by the user
  let drag = null;
  let pinch = null;

  const bar = html(
    "div",
    { class: "zoom-bar", role: "toolbar", "aria-label": words["zoom-help"], title: words["zoom-help"] },
    button("zoom-out", "−", words["zoom-out"], () => zoomBy(1 / STEP)),
    button("zoom-in", "+", words["zoom-in"], () => zoomBy(STEP)),
    button("fit", words.fit, words["fit-help"], fit),
  );
  const root = html("div", { class: "tree-box" }, frame, bar);
  frame.tabIndex = 0;
  frame.setAttribute("aria-label", words["zoom-help"]);
  for (const [name, listener] of Object.entries({
    wheel: wheeled, keydown: pressed, pointerdown: grabbed, pointermove: dragged, pointerup: released,
    pointercancel: released, click: stopDragClick, touchstart: touched, touchmove: pinched, touchend: touched,
  })) frame.addEventListener(name, listener, { capture: name === "click", passive: false });
  let width = 0;
  new ResizeObserver(() => {
    if (frame.clientWidth === width) return;
    width = frame.clientWidth;
    resize(size);
    onResize();
  }).observe(frame);

  function button(name, text, title, onclick) {
    return html("button", { class: name, type: "button", title, "aria-label": title, onclick }, text);
  }

  const room = () => frame.clientWidth || size.width;
  const heightLimit = () => FRAME_HEIGHT * innerHeight;
  const wholeScale = () => Math.min(isAlone ? LARGEST_FIT : 1, room() / size.width, heightLimit() / size.height);

  function readableScale() {
    const fitting = room() / size.width;
    return fitting > 1 ? Math.max(1, wholeScale()) : Math.max(READABLE / SMALLEST_TEXT, fitting);
  }

  // The drawing has this size now; its scale follows unless the user has chosen one.
  function resize(natural) {
    size = natural;
    if (mode !== "free") scale = mode === "whole" ? wholeScale() : readableScale();
    picture.setAttribute("width", size.width * scale);
    picture.setAttribute("height", size.height * scale);
  }

  function fit() {
    mode = "whole";
    resize(size);
  }

  function zoomBy(factor) {
    const { x, y } = frame.getBoundingClientRect();
    return zoom(factor, x + frame.clientWidth / 2, y + frame.clientHeight / 2);
  }

  // Zoom so that the point of the drawing at this place of the window stays there; return false if there is no change.
  function zoom(factor, x, y) {
    const wanted = Math.min(LARGEST, Math.max(Math.min(wholeScale(), scale), scale * factor));
    if (wanted === scale) return false;
    const before = picture.getBoundingClientRect();
    const [across, down] = [(x - before.x) / before.width, (y - before.y) / before.height];
    mode = "free";
    scale = wanted;
    resize(size);
    const after = picture.getBoundingClientRect();
    frame.scrollLeft += after.x + across * after.width - x;
    frame.scrollTop += after.y + down * after.height - y;
    return true;
  }

  // A drawing that fits leaves the wheel to the page, except for the gesture of a touchpad, which comes with Ctrl.
  function wheeled(event) {
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const isMine = event.ctrlKey || event.metaKey || mode === "free" || room() < size.width;
    if (isAcross || !isMine) return;
    const pixels = event.deltaY * (event.deltaMode ? LINE : 1);
    const isZoomed = zoom(2 ** (-pixels / WHEEL), event.clientX, event.clientY);
    if (isZoomed || event.ctrlKey) event.preventDefault();
  }

  function pressed(event) {
    const { key } = event;
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "+" || key === "=") zoomBy(STEP);
    else if (key === "-") zoomBy(1 / STEP);
    else if (key === "0") fit();
    else if (across || down) frame.scrollBy(SCROLL * across, SCROLL * down);
    else return;
    event.preventDefault();
  }

  // -- the mouse; fingers scroll the frame without our help

  function grabbed(event) {
    if (event.pointerType === "mouse" && event.button === 0) {
      drag = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop, isMoving: false };
    }
  }

  function dragged(event) {
    if (!drag || !(event.buttons & 1)) return;
    const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(across, down) <= CLICK) return;
    if (!drag.isMoving) frame.setPointerCapture(event.pointerId);
    drag.isMoving = true;
    frame.classList.add("dragged");
    frame.scrollTo(drag.left - across, drag.top - down);
  }

  function released() {
    frame.classList.remove("dragged");
    if (!drag?.isMoving) drag = null;
    else setTimeout(() => (drag = null)); // after the click that ends it
  }

  function stopDragClick(event) {
    if (drag?.isMoving) event.stopPropagation();
  }

  // -- two fingers

  function fingers({ touches: [one, other] }) {
    return {
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
      apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    };
  }

  function touched(event) {
    pinch = event.touches.length === 2 ? fingers(event) : null;
    if (pinch) event.preventDefault();
  }

  function pinched(event) {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(event);
    frame.scrollBy(pinch.x - now.x, pinch.y - now.y);
    zoom(now.apart / pinch.apart, now.x, now.y);
    pinch = now;
  }

  return { root, resize, scale: () => scale };
}

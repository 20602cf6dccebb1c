// Creation of HTML and SVG elements with attributes, listeners and children. Text is inserted as text, never as markup.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG_NAMESPACE, name), attributes, children);
}

export function use(symbol, attributes = {}) {
  return svg("use", { href: `#${symbol}`, ...attributes });
}

// Fill in the placeholders of a message.
export function filledIn(message, values) {
  return message.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Return the data that the page holds under a name; large data is compressed.
export async function readData(name) {
  const block = document.getElementById(name);
  if (block.type === "application/json") return JSON.parse(block.textContent);
  const bytes = Uint8Array.from(atob(block.textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

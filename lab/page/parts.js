// The parts of the lab in this file: data blocks that hold compressed bytes as base64, or JSON.

export function readJson(name) {
  return JSON.parse(document.getElementById(name).textContent);
}

export async function readText(name) {
  return new TextDecoder().decode(await readBytes(name));
}

// Decoded here and not by `fetch`, so that the page's policy can forbid every connection.
export async function readBytes(name) {
  const block = document.getElementById(name);
  const text = atob(block.textContent);
  block.remove(); // the text is not needed any more, and large
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

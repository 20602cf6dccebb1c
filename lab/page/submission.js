// The submission as a file: one Python file as it is, several as a zip archive without compression.

import { html } from "../../pacman/display/web/static/elements.js";

export function saveSubmission(files) {
  const names = Object.keys(files);
  const encoder = new TextEncoder();
  if (names.length === 1) saveFile(names[0], encoder.encode(files[names[0]]), "text/x-python");
  else saveFile("submission.zip", zipped(Object.entries(files).map(([name, content]) => [name, encoder.encode(content)])), "application/zip");
}

export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function zipped(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const path = new TextEncoder().encode(name);
    const common = [20, 0x800, 0, 0, 0x21, crc(content), content.length, content.length, path.length, 0]; // 0x21: the first day of 1980
    const sizes = [2, 2, 2, 2, 2, 4, 4, 4, 2, 2];
    const head = fields([[0x04034b50, 4], ...common.map((value, i) => [value, sizes[i]])]);
    parts.push(head, path, content);
    directory.push(fields([[0x02014b50, 4], [20, 2], ...common.map((value, i) => [value, sizes[i]]), [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), path);
    offset += head.length + path.length + content.length;
  }
  const length = directory.reduce((sum, each) => sum + each.length, 0);
  const end = fields([[0x06054b50, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [length, 4], [offset, 4], [0, 2]]);
  return new Blob([...parts, ...directory, end]);
}

function fields(values) {
  return Uint8Array.from(values.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255)));
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

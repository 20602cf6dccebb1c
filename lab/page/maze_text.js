// Mazes as text: reading and writing of `.lay` rows, and of links. A link comes from anywhere: its content is hostile.

export const SIGNS = { wall: "%", floor: " ", food: ".", capsule: "o", pacman: "P", ghost: "G" };
export const LEAST = 3; // rows or columns
export const MOST = 40;
const KNOWN = /^[% .oPG1-4]*$/;
const PREFIX = "#maze=";
const LONGEST_LINK = 4_000; // characters

export function linkOf(text) {
  return PREFIX + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Read a fragment; null for one that carries no maze. Otherwise { text } or { problem, ... }, the key of a message.
export function readLink(fragment) {
  if (!fragment.startsWith(PREFIX)) return null;
  const code = fragment.slice(PREFIX.length);
  if (code.length > LONGEST_LINK) return { problem: "link-long" };
  if (!/^[\w-]*$/.test(code)) return { problem: "link-damaged" };
  let text;
  try {
    text = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    return { problem: "link-damaged" };
  }
  return readMaze(text);
}

// The rows of a maze's text, without blanks around them.
export function rowsOf(text) {
  return text.split("\n").map((row) => row.trim()).filter(Boolean);
}

// Read the text of a maze that this editor can show; the engine checks the rest.
export function readMaze(text) {
  const rows = text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");
  const odd = rows.findIndex((row) => !KNOWN.test(row));
  if (odd >= 0) return { problem: "link-sign", line: odd + 1 };
  if (rows.length < LEAST || rows.length > MOST || rows[0].length < LEAST || rows[0].length > MOST) return { problem: "link-size", most: MOST };
  const uneven = rows.findIndex((row) => row.length !== rows[0].length);
  if (uneven >= 0) return { problem: "link-row", line: uneven + 1 };
  return { text: rows.join("\n").replace(/[1-4]/g, SIGNS.ghost) };
}

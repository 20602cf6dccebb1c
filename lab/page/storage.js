// Work saved in the browser. Pages opened from disk share one storage, so its names contain the lab's digest.
//
// Every tab writes to a slot. Before it writes, a tab compares the slot's version with the one that it knows: if another
// tab has written since, this tab goes on in a slot of its own, so that neither overwrites the other.

const MOST_SLOTS = 8; // of one lab; the oldest are removed
const PREFIX = "pacman-lab";

export function storage(digest) {
  const prefix = `${PREFIX}:${digest}:`;
  let slot = null;
  let version = 0;

  // Return the files saved last, in this tab or else in any; null without any.
  function load() {
    const found = slots();
    const mine = attempt(() => sessionStorage.getItem(prefix));
    const chosen = found.find((one) => one.slot === mine) ?? found[0];
    slot = chosen?.slot ?? newName();
    version = chosen?.version ?? 0;
    remember();
    return chosen?.work ?? null;
  }

  // Save the work; return "saved", "apart" if that needed a new slot, or "failed".
  function save(work) {
    let isApart = false;
    const known = read(slot);
    if (known && known.version !== version) {
      slot = newName();
      version = 0;
      isApart = true;
    }
    const next = version + 1;
    try {
      localStorage.setItem(prefix + slot, JSON.stringify({ version: next, time: Date.now(), work }));
    } catch {
      return "failed";
    }
    version = next;
    remember();
    slots().slice(MOST_SLOTS).forEach((one) => attempt(() => localStorage.removeItem(prefix + one.slot)));
    return isApart ? "apart" : "saved";
  }

  // Continue with the work of another slot, which other tabs may have open as well.
  function open(name) {
    const found = read(name);
    if (!found) return null;
    slot = name;
    version = found.version;
    remember();
    return found.work;
  }

  function others() {
    return slots().filter((one) => one.slot !== slot).map(({ slot: name, time }) => ({ name, time }));
  }

  function slots() {
    const names = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];
    const found = names.map((key) => ({ slot: key.slice(prefix.length), ...read(key.slice(prefix.length)) }));
    return found.filter((one) => one.work).sort((one, other) => other.time - one.time);
  }

  function read(name) {
    const found = attempt(() => JSON.parse(localStorage.getItem(prefix + name)));
    const isWork = found && Number.isInteger(found.version) && Number.isFinite(found.time) && isFiles(found.work?.files);
    return isWork ? found : null;
  }

  function remember() {
    attempt(() => sessionStorage.setItem(prefix, slot));
  }

  return { load, save, open, others };
}

// True on the first visit; remembers it.
export function isFirstVisit() {
  const key = `${PREFIX}:introduced`;
  const isKnown = attempt(() => localStorage.getItem(key));
  attempt(() => localStorage.setItem(key, "yes"));
  return !isKnown;
}

function isFiles(files) {
  return typeof files === "object" && files !== null && Object.values(files).every((one) => typeof one === "string") && Object.keys(files).length > 0;
}

function newName() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

// A browser may refuse storage altogether.
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

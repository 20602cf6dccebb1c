// Modal dialogs.

import { html } from "./elements.js";

// Show a dialog, which is removed when it is closed.
export function openDialog(attributes, ...children) {
  const dialog = html("dialog", attributes, ...children);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

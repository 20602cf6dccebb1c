// The editor: the student's files as tabs, with undo for each. It lives in a shadow root, because CodeMirror adds styles
// that the page's policy allows only there, as constructed style sheets.

import { indentWithTab, redo, undo } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";
import { html } from "../../pacman/display/web/static/elements.js";
import { saveFile as writeFile } from "./submission.js";
import { text } from "./texts.js";

const LONGEST_FILE = 500_000; // characters
const FILE_NAME = /^[A-Za-z_]\w{0,60}\.py$/;

const markLine = StateEffect.define();
const markedLine = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects) {
      if (effect.is(markLine)) return effect.value === null ? Decoration.none : Decoration.set([errorLine.range(effect.value)]);
    }
    return marks.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
const errorLine = Decoration.line({ class: "cm-error-line", attributes: { "aria-invalid": "true" } });

const colours = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--floor)", fontSize: "13.5px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--floor)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent) !important",
  },
  ".cm-error-line": { backgroundColor: "color-mix(in srgb, var(--bad) 24%, transparent)", boxShadow: "inset 3px 0 var(--bad)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", borderColor: "var(--panel-edge)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--floor)" },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--good) 30%, transparent) !important" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--panel)", color: "var(--faint)", borderColor: "var(--panel-edge)" },
  ".cm-textfield, .cm-button": { background: "var(--floor)", color: "var(--text)", borderColor: "var(--panel-edge)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.self], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--code-name)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

// Create the editor in `place`; `onChange` is called after every change of the files.
export function editor(place, { template, onChange, onRun, say }) {
  let files = new Map(); // EditorStates by name
  let open = null;
  let shown = []; // [file, line] of marks

  const frame = html("div", { class: "code-frame" });
  const shadow = frame.attachShadow({ mode: "open" });
  const view = new EditorView({ parent: shadow, root: shadow, state: newState("") });
  const tabs = html("div", { class: "tabs", role: "tablist", "aria-label": text("files"), onkeydown: onTabKey });
  const chooser = html("input", { type: "file", accept: ".py,text/x-python", multiple: "", hidden: "", onchange: openChosen });
  const bar = html(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": text("editor") },
    button("open", text("open"), text("open-hint"), () => chooser.click()),
    button("save", text("save"), text("save-hint"), saveFile),
    button("undo", "↶", text("undo"), () => undo(view)),
    button("redo", "↷", text("redo"), () => redo(view)),
    button("reset", text("reset"), text("reset"), reset),
    chooser,
  );
  place.append(html("div", { class: "tab-bar" }, tabs, bar), frame);

  function newState(content) {
    return EditorState.create({
      doc: content,
      extensions: [
        basicSetup, python(), indentUnit.of("    "), colours, syntaxHighlighting(highlighting), markedLine,
        keymap.of([
          { key: "Mod-Enter", run: () => (onRun(), true) },
          { key: "Mod-s", run: () => (saveFile(), true), preventDefault: true },
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": text("editor"), "aria-description": text("tab-hint"), spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange();
        }),
      ],
    });
  }

  function replaceFiles(contents, chosen = null) {
    files = new Map(Object.entries(contents).map(([name, content]) => [name, newState(content)]));
    open = null;
    show(files.has(chosen) ? chosen : files.keys().next().value);
  }

  function show(name) {
    if (open !== null && files.has(open)) files.set(open, view.state);
    open = name;
    view.setState(files.get(name));
    drawMark();
    drawTabs();
  }

  function drawTabs() {
    const first = Object.keys(template)[0];
    tabs.replaceChildren(
      ...[...files.keys()].map((name) =>
        html(
          "span",
          { class: name === open ? "tab open" : "tab" },
          html("button", {
            type: "button", role: "tab", "aria-selected": String(name === open), tabindex: name === open ? 0 : -1,
            onclick: () => show(name),
          }, name),
          name === first ? "" : button("remove", "×", text("close-file", { name }), () => removeFile(name)),
        ),
      ),
      button("new", "+", text("new-file"), addFile),
    );
  }

  function onTabKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.target.getAttribute("role") !== "tab") return;
    const names = [...files.keys()];
    show(names[(names.indexOf(open) + by + names.length) % names.length]);
    tabs.querySelector('[aria-selected="true"]').focus();
  }

  function addFile() {
    const name = prompt(text("file-name"), "helpers.py")?.trim();
    if (!name) return;
    if (!FILE_NAME.test(name)) {
      say(text("wrong-name", { name }));
      return;
    }
    if (files.has(name)) show(name);
    else setFile(name, "");
    view.focus();
  }

  function removeFile(name) {
    if (!confirm(text("close-question", { name }))) return;
    files.delete(name);
    if (open === name) open = null;
    show(open ?? files.keys().next().value);
    onChange();
  }

  function setFile(name, content) {
    if (open === name) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: content } });
    } else {
      files.set(name, newState(content));
      show(name);
      onChange();
    }
  }

  async function openChosen() {
    for (const file of chooser.files) {
      const { name } = file;
      if (!FILE_NAME.test(name)) say(text("wrong-name", { name }));
      else if (file.size > LONGEST_FILE) say(text("too-large", { name }));
      else setFile(name, await file.text());
    }
    chooser.value = "";
  }

  function saveFile() {
    writeFile(open, contents()[open], "text/x-python");
  }

  function reset() {
    if (!confirm(text("reset-question"))) return;
    replaceFiles(template);
    onChange();
  }

  function contents() {
    const found = Object.fromEntries([...files].map(([name, state]) => [name, state.doc.toString()]));
    if (open !== null) found[open] = view.state.doc.toString();
    return found;
  }

  // Mark the lines of an error, [file, line] each; `goTo` shows one of them.
  function mark(places) {
    shown = places;
    drawMark();
  }

  function drawMark() {
    const place = shown.filter(([file]) => file === open).at(-1);
    const isThere = place && place[1] <= view.state.doc.lines;
    view.dispatch({ effects: markLine.of(isThere ? view.state.doc.line(place[1]).from : null) });
  }

  function goTo(file, line, focuses = true) {
    if (!files.has(file)) return;
    if (file !== open) show(file);
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    if (focuses) view.focus();
  }

  return { replaceFiles, contents, openName: () => open, mark, goTo, view, focus: () => view.focus() };
}

export function button(kind, label, title, onclick) {
  return html("button", { type: "button", class: kind, title, "aria-label": title, onclick }, label);
}

// Light or dark: by the button in the masthead, or by the key L.

function toggleTheme() {
  const isLight = getComputedStyle(document.documentElement).colorScheme === "light";
  document.documentElement.dataset.theme = isLight ? "dark" : "light";
}

document.querySelector("button.theme").addEventListener("click", toggleTheme);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input:not([type=range]), textarea, select");
  if (event.key.toLowerCase() === "l" && !isTyping && !(event.ctrlKey || event.metaKey || event.altKey)) toggleTheme();
});

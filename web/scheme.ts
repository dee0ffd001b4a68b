/**
 * Runs before anything is painted: puts the reader's own choice of light or dark on <html>, so that a page never
 * flashes in the other one. The server inlines the built file into the head and names its hash in the content
 * security policy. It must stay free of imports.
 */
try {
  const choice = localStorage.getItem("balai-scheme");
  if (choice === "light" || choice === "dark") document.documentElement.dataset.scheme = choice;
} catch {
  // Storage may be forbidden. Then the system's own preference holds.
}

// @ts-check
// Files dropped on the gallery.

/**
 * Lets files and texts be dropped anywhere on an element.
 * @param {HTMLElement} element
 * @param {(text: string, over: Node | null) => void} drop
 */
export function dropFiles(element, drop) {
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) {
      element.classList.remove("dropping");
    }
  });
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    element.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text) drop(text, event.target instanceof Node ? event.target : null);
  });
}

// Keeping in sight what matters: the line with the caret, when a phone's keyboard or a bar covers it, and what is wrong with the
// word under the pointer.

const REST = 120;
const LINGER = 250;

/** Brings a line's element out from under a keyboard or a bar of the page. */
function uncovered(node, root) {
  const box = node.getBoundingClientRect();
  const view = window.visualViewport;
  const bottom = view ? view.offsetTop + view.height : innerHeight;
  const x = Math.max(0, root.getBoundingClientRect().left) + 24;
  const seen = document.elementFromPoint(x, box.bottom - 2);
  if (box.top >= (view?.offsetTop ?? 0) && box.bottom <= bottom && seen && root.contains(seen)) return;
  node.scrollIntoView({ block: "center", inline: "nearest" });
}

/** `line()` is the element of the caret's line, or undefined. Returns what is to be called when the caret moved. */
export function keepInSight({ root, area }, line, signal) {
  // Where there are bars over the page, and keyboards on the screen.
  const tight = matchMedia("(pointer: coarse), (max-width: 1100px)");
  let asked = 0;
  const look = () => {
    if (asked || document.activeElement !== area) return;
    asked = requestAnimationFrame(() => {
      asked = 0;
      const node = line();
      if (node && document.activeElement === area) uncovered(node, root);
    });
  };
  window.visualViewport?.addEventListener("resize", look, { signal });
  return () => tight.matches && look();
}

/** Where a point is in the text, when something is wrong there: the element, and how far into its line. */
function place(x, y) {
  const node = document.elementsFromPoint(x, y).find((element) => /(^| )squiggle-/.test(element.className));
  if (!node) return null;
  let before = 0;
  for (let left = node.previousSibling; left; left = left.previousSibling) before += left.textContent.length;
  return { node, row: node.parentNode, before };
}

/** Shows what is wrong under a resting pointer; `said(row, before)` has the words. */
export function hovering({ root, scroll, area, note }, said, signal) {
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    note.hidden = true;
  };
  const later = (act, wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  const show = (x, y) => {
    const found = place(x, y);
    const words = found && said(found.row, found.before);
    if (!words) return hide();
    note.textContent = words;
    note.hidden = false;
    const [box, frame] = [found.node.getBoundingClientRect(), root.getBoundingClientRect()];
    const left = Math.min(Math.max(box.left - frame.left, 8), frame.width - note.offsetWidth - 8);
    const below = box.bottom - frame.top + 4;
    const above = box.top - frame.top - note.offsetHeight - 4;
    note.style.left = `${Math.max(8, left)}px`;
    note.style.top = `${below + note.offsetHeight > frame.height && above > 0 ? above : below}px`;
  };
  area.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") later(() => show(event.clientX, event.clientY), note.hidden ? REST : LINGER);
  }, { signal });
  area.addEventListener("pointerleave", () => later(hide, LINGER), { signal });
  note.addEventListener("pointerenter", () => clearTimeout(timer), { signal });
  note.addEventListener("pointerleave", () => later(hide, LINGER), { signal });
  scroll.addEventListener("scroll", hide, { signal, passive: true });
  document.addEventListener("keydown", hide, { signal });
}

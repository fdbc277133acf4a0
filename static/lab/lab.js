// A lab as its page shows it, read from the page: no script needs the module to know what is asked.
//
// In: the page. Out: `{id, file, goal, parts, starter}`, where a part has its checks (`{id, title}`), its lesson and its section.

const part = (section) => {
  const lesson = section.querySelector("[data-lesson]");
  return {
    id: section.dataset.part,
    title: section.dataset.title,
    section,
    lesson: lesson && { title: lesson.textContent, url: lesson.href },
    checks: [...section.querySelectorAll("[data-check]")].map((mark) => ({
      id: mark.dataset.check.split("/")[2],
      title: mark.closest("tr").querySelector(".check-title").textContent,
    })),
  };
};

export function labOf(article) {
  return {
    id: article.dataset.lab,
    file: article.dataset.file.split("/").at(-1),
    goal: article.querySelector(".lead").textContent,
    parts: [...article.querySelectorAll("[data-part]")].map(part),
    starter: article.querySelector(".starter code").textContent,
  };
}

/** The starter's colours, taken from its listing: the editor has them before the module is loaded. */
export function coloursOf(article) {
  const [classes, colours] = [[], []];
  let at = 0;
  const walk = (node, name) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (name) {
        if (!classes.includes(name)) classes.push(name);
        colours.push(at, node.length, classes.indexOf(name));
      }
      at += node.length;
      return;
    }
    const own = [...(node.classList ?? [])].find((one) => one.startsWith("hl-"));
    for (const child of node.childNodes) walk(child, own?.slice(3) ?? name);
  };
  walk(article.querySelector(".starter code"), "");
  return { classes, colours, diagnostics: [] };
}

/** The checks that a selection asks for (`all`, or a part), as `part/check`. */
export function asked(lab, select) {
  const parts = lab.parts.filter((part) => select === "all" || part.id === select);
  return parts.flatMap((part) => part.checks.map((check) => `${part.id}/${check.id}`));
}

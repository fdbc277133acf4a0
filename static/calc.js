// Calculators: what a reader types goes through the formulas at once. The grammar is that of `course/formula.rs`; without this
// script the page shows the worked example.
(() => {
  "use strict";

  /** The value of a formula; `names` has the values of what it names. NaN where it has none. */
  function value(text, names) {
    let at = 0;
    const sign = (signs) => {
      while (text[at] === " ") at += 1;
      if (at < text.length && signs.includes(text[at])) return text[at++];
      return "";
    };
    const sum = () => {
      let left = product();
      for (let next = sign("+-−"); next; next = sign("+-−")) left = next === "+" ? left + product() : left - product();
      return left;
    };
    const product = () => {
      let left = power();
      for (let next = sign("*×/"); next; next = sign("*×/")) left = next === "/" ? left / power() : left * power();
      return left;
    };
    const power = () => {
      if (sign("-−")) return -power();
      const base = one();
      return sign("^") ? base ** power() : base;
    };
    const one = () => {
      if (sign("(")) {
        const inner = sum();
        sign(")");
        return inner;
      }
      const word = /^[a-zA-Z0-9_.]+/.exec(text.slice(at))?.[0] ?? "";
      at += word.length;
      if (/^\d/.test(word)) return Number(word);
      if (!sign("(")) return names[word] ?? NaN;
      const values = [sum()];
      while (sign(",")) values.push(sum());
      sign(")");
      return { min: Math.min, max: Math.max, ceil: Math.ceil, floor: Math.floor }[word]?.(...values) ?? NaN;
    };
    return sum();
  }

  const written = (number) => (Number.isFinite(number) ? number.toLocaleString("en-GB", { maximumFractionDigits: 2 }) : "–");

  function compute(form) {
    const names = {};
    form.querySelectorAll("input").forEach((input) => (names[input.name] = input.value === "" ? NaN : Number(input.value)));
    form.querySelectorAll("output").forEach((output) => {
      const result = value(output.dataset.formula, names);
      if (output.dataset.name) names[output.dataset.name] = result;
      output.textContent = written(result);
    });
  }

  document.addEventListener("input", (event) => {
    const form = event.target instanceof Element && event.target.closest("[data-calc]");
    if (form) compute(form);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-calc]")) event.preventDefault();
  });
})();

"use strict";
// Results while one types, answers of tried operations, and the check of a page. Without this script
// the forms work by loading a page. Everything foreign is set as text, never as markup.

const make = (tag, text, props = {}) => Object.assign(document.createElement(tag), { textContent: text }, props);

// A combobox with a list (ARIA Authoring Practices): the field keeps the focus, arrows move through
// the suggestions, Enter follows the one that is marked or sends the form, Escape closes the list.
for (const input of document.querySelectorAll("input[data-search]")) {
  const form = input.form, shown = form.querySelector(".found"), said = form.querySelector(".said");
  const { kinds, none, failed, all, counted } = shown.dataset, names = JSON.parse(kinds);
  const list = make("ul", "", { id: "suggestions" });
  let timer, running, marked = -1;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.getAttribute("aria-label"));
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": list.id };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);

  const mark = (at) => {
    const options = [...list.querySelectorAll("a")];
    marked = options.length ? (at + options.length + 1) % (options.length + 1) : -1;
    if (marked === options.length) marked = -1; // the field itself, between last and first
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === marked)));
    if (marked < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", options[marked].id);
    options[marked].scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    running?.abort();
    clearTimeout(timer);
    list.replaceChildren();
    shown.replaceChildren();
    said.textContent = "";
    input.setAttribute("aria-expanded", "false");
    mark(-1);
  };
  const option = (title, note, href) => {
    const line = make("li", ""), id = `suggestion-${list.children.length}`;
    const link = make("a", title, { href, id, tabIndex: -1 });
    line.setAttribute("role", "none");
    link.setAttribute("role", "option");
    if (note) link.append(" ", make("small", note, { className: "kind" }));
    line.append(link);
    list.append(line);
  };
  const show = async () => {
    running?.abort();
    const query = input.value.trim(), locale = form.elements.locale.value;
    if (query.length < 2) return close();
    running = new AbortController();
    try {
      const asked = new URLSearchParams({ q: query, locale });
      const answer = await fetch(`${input.dataset.search}?${asked}`, { signal: running.signal });
      if (!answer.ok) throw new Error(answer.status);
      const { items } = await answer.json();
      list.replaceChildren();
      for (const { title, kind, subject, path } of items) {
        const href = `${location.origin}/${String(path).replace(/^\/+/, "")}`;
        option(title, [names[kind], subject].filter(Boolean).join(" · "), href);
      }
      if (items.length) option(all, "", `${form.action}?${new URLSearchParams({ locale, query })}`);
      shown.replaceChildren(items.length ? list : make("p", none));
      input.setAttribute("aria-expanded", String(items.length > 0));
      said.textContent = items.length ? counted.replace("%d", items.length) : none;
      mark(-1);
    } catch (fault) {
      if (fault.name === "AbortError") return;
      close();
      shown.replaceChildren(make("p", failed));
      said.textContent = failed;
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, 150);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && list.children.length) {
      event.preventDefault();
      mark(step < 0 && marked < 0 ? list.children.length - 1 : marked + step);
    } else if (event.key === "Enter" && marked >= 0) {
      event.preventDefault();
      list.children[marked].querySelector("a").click();
    } else if (event.key === "Escape" && shown.children.length) {
      event.preventDefault(); // the first closes the list, the next empties the field
      close();
    }
  });
  form.addEventListener("focusout", ({ relatedTarget }) => { if (!form.contains(relatedTarget)) close(); });
}

// Boxes beside the text are open on a wide screen, where they take no space from the text.
const wide = matchMedia("(min-width: 68rem)").matches;
for (const contents of document.querySelectorAll("details.contents")) contents.open = wide;

// The menu of languages closes as menus do; Escape gives the focus back to what opened it.
for (const menu of document.querySelectorAll("details.languages")) {
  const close = ({ target, key }) => {
    if (!menu.open || (key ? key !== "Escape" : menu.contains(target))) return;
    if (key && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  };
  for (const name of ["click", "focusin", "keydown"]) addEventListener(name, close);
}

for (const button of document.querySelectorAll("button.share")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () =>
    navigator.share({ title: button.dataset.title, url: location.href }).catch(() => {})); // declined
}

// JSON, indented; any other text, such as a proxy's page, as it is.
const indented = (text) => {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
};

for (const form of document.querySelectorAll("form.try")) {
  const shown = form.querySelector(".answer");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch(`${form.action}?${new URLSearchParams(new FormData(form))}`);
      const pre = make("pre", indented(await answer.text()), { tabIndex: 0 });
      const { pathname, search } = new URL(answer.url);
      shown.replaceChildren(make("p", `GET ${pathname}${search} – ${answer.status}`), pre);
    } catch {
      shown.replaceChildren(make("p", shown.dataset.failed));
    }
  });
}

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const { text = button.parentNode.querySelector("input").value } = button.dataset;
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied;
  });
}

for (const block of document.querySelectorAll(".verify")) {
  const form = block.querySelector("form");
  block.addEventListener("toggle", () => { form.hidden = false; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { judge } = await import(block.dataset.module);
    judge(block);
  });
}

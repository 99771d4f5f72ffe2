"use strict";
// Results while one types, answers of tried operations, and the check of a page. Without this script
// the forms work by loading a page. Everything foreign is set as text, never as markup.

const make = (tag, text, props = {}) => Object.assign(document.createElement(tag), { textContent: text }, props);

for (const input of document.querySelectorAll("input[data-search]")) {
  const form = input.form;
  const shown = form.querySelector(".found");
  const kinds = JSON.parse(shown.dataset.kinds);
  let timer, running;

  const show = async () => {
    running?.abort();
    const query = input.value.trim();
    if (query.length < 2) return shown.replaceChildren();
    running = new AbortController();
    const asked = new URLSearchParams({ query, limit: "5", locale: form.elements.locale.value });
    try {
      const answer = await fetch(`${input.dataset.search}?${asked}`, { signal: running.signal });
      const body = await answer.json();
      if (!answer.ok) return shown.replaceChildren(make("p", body.detail));
      const list = document.createElement("ol");
      for (const item of body.items) {
        const { pathname, hash } = new URL(item.url);
        const href = `${location.origin}/${pathname.replace(/^\/+/, "")}${hash}`;
        const line = make("li", "");
        const kind = make("small", kinds[hash ? "verse" : item.section], { className: "kind" });
        line.append(make("a", item.title, { href }), " ", kind, make("small", item.excerpt));
        list.append(line);
      }
      shown.replaceChildren(body.items.length ? list : make("p", shown.dataset.none));
    } catch (fault) {
      if (fault.name !== "AbortError") shown.replaceChildren(make("p", shown.dataset.failed));
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, 200);
  });
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

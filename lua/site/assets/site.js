"use strict";
// Results while one types, and answers of tried operations. Without this script both forms work by
// loading a page. Everything foreign is set as text, never as markup.

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
    await navigator.clipboard.writeText(button.parentNode.querySelector("input").value);
    button.textContent = button.dataset.copied;
  });
}

// Answers of a try-out: the list behind a question that has a key becomes a choice.
for (const score of document.querySelectorAll(".score")) {
  const keys = [...document.querySelectorAll("details.key")];
  const questions = keys.flatMap((key) => {
    const [, number, right] = key.querySelector("strong").textContent.match(/^(\d+):\s*([A-Z])?/);
    const question = [...document.querySelectorAll("article p > strong:first-child")]
      .find((one) => one.textContent.match(/^\d+/)?.[0] === number && !one.closest(".key"))?.parentNode;
    let list = question?.nextElementSibling;
    while (list && !/^[A-Z]\. /.test(list.querySelector("li")?.textContent ?? "")) {
      list = list.querySelector("strong") || /^H\d/.test(list.tagName) ? null : list.nextElementSibling;
    }
    if (!list || !right) return [];
    for (const item of list.children) {
      const label = make("label", ""), said = make("span", ""), value = item.textContent[0];
      said.append(...item.childNodes);
      label.append(make("input", "", { type: "radio", name: key.id, value }), said);
      item.append(label);
      item.setAttribute("role", "none");
    }
    list.classList.add("choice");
    list.setAttribute("role", "radiogroup");
    list.setAttribute("aria-label", number);
    return [{ key, list, number, right }];
  });
  score.hidden = questions.length === 0;
  score.querySelector("button").addEventListener("click", () => {
    const chosen = ({ list }) => list.querySelector("input:checked")?.value;
    const missed = questions.filter((one) => chosen(one) && chosen(one) !== one.right);
    const open = questions.filter((one) => !chosen(one));
    const count = questions.length - missed.length - open.length;
    const { dataset } = score, lines = [make("p", dataset.score.replace("%right", count)
      .replace("%all", questions.length))];
    if (open.length) lines.push(make("p", dataset.open.replace("%open", open.length)));
    const again = make("ul", "");
    for (const { key, number, right } of missed) {
      const line = make("li", ""), lessons = key.querySelectorAll("p a");
      line.append(make("a", `${number}: ${right}`, { href: `#${key.id}` }));
      for (const lesson of lessons) line.append(" · ", make("a", lesson.textContent, { href: lesson.href }));
      again.append(line);
      key.open = true;
    }
    if (missed.length) lines.push(make("p", dataset.missed), again);
    score.querySelector("[role=status]").replaceChildren(...lines);
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

"use strict";
// Ways of reading the Quran, kept on this device: a verse by number or name, a second translation
// beside the first, Arabic alone, the size of type, and the place where one stopped; and for each of
// several verses, a button that copies it with its reference and one that shares its address.

for (const form of document.querySelectorAll("form.reading")) {
  const { place, beside, size, alone } = form.elements;
  const article = form.closest("article");
  const base = location.pathname.replace(/^(\/[^/]+\/quran\/\d+).*$/, "$1");
  const load = (name) => { try { return JSON.parse(localStorage.getItem(name)) ?? {}; } catch { return {}; } };
  const keep = (name, value) => { try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* not kept */ } };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = place.value.trim(), [, surah, verse] = text.match(/^(?:(\d+)[:. /])?(\d+)$/) ?? [];
    if (surah) location.href = base.replace(/\d+$/, surah) + `#verse-${verse}`;
    else if (verse && document.getElementById(`verse-${verse}`)) location.hash = `verse-${verse}`;
    else if (verse && Number(verse) <= Number(form.dataset.last)) location.href = `${base}#verse-${verse}`;
    else if (text) {
      const asked = new URLSearchParams({ query: text, section: "quran", locale: document.documentElement.lang });
      location.href = `/search?${asked}`;
    }
  });

  // The numbers of the verses stay in view on a narrow screen; they fold when one was followed.
  const contents = article.querySelector(".contents");
  contents?.addEventListener("click", ({ target }) => {
    if (target.matches("a") && getComputedStyle(contents).float === "none") contents.open = false;
  });

  // The other translation comes from its own page, which browsers and the service keep.
  const place_beside = async () => {
    for (const old of article.querySelectorAll(".beside")) old.remove();
    const { value: lang, selectedOptions: [{ dataset }] } = beside;
    if (!lang) return;
    const answer = await fetch(dataset.path).catch(() => null);
    if (!answer?.ok || beside.value !== lang) return;
    const other = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const verse of article.querySelectorAll("section.verse")) {
      const found = other.getElementById(verse.id)?.querySelector("p:not(.arabic)");
      if (!found) continue;
      for (const mark of found.querySelectorAll("sup")) mark.remove();
      const own = Object.assign(document.createElement("p"), { textContent: found.textContent });
      Object.assign(own, { className: "beside", lang });
      own.dataset.markdownIgnore = "";
      verse.querySelector("p:not(.arabic)").after(own);
    }
  };
  const apply = () => {
    article.classList.remove("size-90", "size-120", "size-150");
    if (size.value !== "100") article.classList.add(`size-${size.value}`);
    article.classList.toggle("alone", alone.checked);
  };
  const chosen = load("reading");
  const has = (select, value) => [...select.options].some((option) => option.value === value);
  if (has(beside, chosen.beside)) beside.value = chosen.beside;
  if (has(size, chosen.size)) size.value = chosen.size;
  alone.checked = chosen.alone === true;
  apply();
  if (beside.value) place_beside();
  form.addEventListener("change", ({ target }) => {
    if (target === place) return;
    keep("reading", { beside: beside.value, size: size.value, alone: alone.checked });
    apply();
    if (target === beside) place_beside();
  });

  const verses = [...article.querySelectorAll("section.verse")];
  if (verses.length < 2) continue;

  // A verse is copied as its own page quotes it (lua/site/verse.lua). Browsers that share nothing copy
  // its address; over plain HTTP they have no clipboard either, and a verse has no buttons.
  const { name: cited, source, url, ...words } = form.dataset;
  const quotation = (verse, title, address) => {
    const text = verse.querySelector("p:not(.arabic)").cloneNode(true);
    for (const mark of text.querySelectorAll("sup")) mark.remove();
    const arabic = verse.querySelector(".arabic").firstChild.textContent.trim();
    return `${arabic}\n${text.textContent}\n(${title}, ${source} – ${address})`;
  };
  const put = async (button, text) => {
    const { firstChild: word } = button, before = word.data;
    await navigator.clipboard.writeText(text);
    if (before === words.copied) return;
    word.data = words.copied;
    setTimeout(() => { word.data = before; }, 2000);
  };
  if (navigator.clipboard) for (const verse of verses) {
    const n = verse.id.replace("verse-", ""), title = `${cited}:${n}`, address = `${url}/${n}`;
    const act = Object.assign(document.createElement("div"), { className: "act tools" });
    act.dataset.markdownIgnore = "";
    const add = (word, done) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: word });
      button.append(Object.assign(document.createElement("span"), { className: "said", textContent: ` ${title}` }));
      button.addEventListener("click", () => done(button));
      act.append(button);
    };
    add(words.copy, (button) => put(button, quotation(verse, title, address)));
    if (navigator.share) add(words.share, () => navigator.share({ title, url: address }).catch(() => {})); // declined
    else add(words.link, (button) => put(button, address));
    verse.querySelector("h2").after(act);
  }

  // The place: the verse at the top when one last read here.
  const name = `place:${base}`, { verse: last } = load(name);
  const link = form.querySelector(".resume");
  if (last > 1 && !location.hash && document.getElementById(`verse-${last}`)) {
    Object.assign(link, { hidden: false, href: `#verse-${last}`,
      textContent: form.dataset.resume.replace("%d", last) });
  }
  let timer;
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const top = verses.find((verse) => verse.getBoundingClientRect().bottom > 80);
      if (top) keep(name, { verse: Number(top.id.replace("verse-", "")) });
    }, 300);
  }, { passive: true });
}

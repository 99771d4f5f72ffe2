"use strict";
// Choices of a try-out: judged one by one or all at once, timed when asked, kept on this device.
// Groups, letters and keys come from attributes that the server writes, never from shown text.

for (const score of document.querySelectorAll(".score")) {
  const words = score.dataset, name = `tryout:${location.pathname}`;
  const make = (tag, text, props = {}) =>
    Object.assign(document.createElement(tag), { textContent: text }, props);
  const button = (kind) => score.querySelector(`button.${kind}`);
  const groups = [...document.querySelectorAll(".choice[data-key]")].map((list) => {
    const { question: number, key: right } = list.dataset;
    const asked = list.nextElementSibling;
    const check = asked.querySelector("button"), judged = asked.querySelector("[role=status]");
    return { list, number, right, judged, check, key: document.getElementById(`key-${number}`) };
  });

  // { chosen: { number: letter }, judged: [number], counted, seconds, since } as it is kept. A
  // browser that keeps nothing works all the same, until the page is left.
  const fresh = () => ({ chosen: {}, judged: [], counted: false, seconds: 0, since: 0 });
  const load = () => {
    try { return { ...fresh(), ...JSON.parse(localStorage.getItem(name)) }; } catch { return fresh(); }
  };
  let state = load();
  const keep = () => { try { localStorage.setItem(name, JSON.stringify(state)); } catch { /* not kept */ } };
  const fill = (text, values) => text.replace(/%(\w+)/g, (all, word) => values[word] ?? all);

  const lessons = ({ key }) => [...key.querySelectorAll("p:not(.report) a")].flatMap((lesson) =>
    [" · ", make("a", lesson.textContent, { href: lesson.href })]);
  const judge = (group) => {
    const { judged, list, number, right, key } = group;
    const chosen = state.chosen[number], shown = state.judged.includes(number) && chosen;
    list.classList.toggle("right", shown && chosen === right);
    list.classList.toggle("wrong", Boolean(shown) && chosen !== right);
    if (!shown) return judged.replaceChildren();
    if (chosen === right) return judged.replaceChildren(words.right);
    const see = make("a", words.seeKey, { href: `#key-${number}` });
    see.addEventListener("click", () => { key.open = true; });
    judged.replaceChildren(words.wrong, " ", see, ...lessons(group));
  };

  const count = () => {
    const chosen = ({ number }) => state.chosen[number];
    const open = groups.filter((one) => !chosen(one));
    const missed = groups.filter((one) => chosen(one) && chosen(one) !== one.right);
    const right = groups.length - open.length - missed.length;
    const lines = [make("p", fill(words.score, { right, all: groups.length }))];
    if (open.length) lines.push(make("p", fill(words.open, { open: open.length })));
    if (missed.length) {
      const again = make("ul", "");
      for (const group of missed) {
        const { number, right: letter, key } = group, line = make("li", "");
        line.append(make("a", `${number}: ${letter}`, { href: `#key-${number}` }), ...lessons(group));
        again.append(line);
        key.open = true;
      }
      lines.push(make("p", words.missed), again);
    }
    score.querySelector("[role=status]").replaceChildren(...(state.counted ? lines : []));
  };

  const clock = () => {
    const seconds = Math.floor(state.seconds + (state.since && (Date.now() - state.since) / 1000));
    const two = (value) => String(value).padStart(2, "0");
    const time = `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
    button("timer").textContent = seconds || state.since ? `${words.timer} ${time}` : words.timer;
    button("timer").setAttribute("aria-pressed", String(state.since > 0));
  };
  const show = () => {
    for (const group of groups) {
      for (const input of group.list.querySelectorAll("input")) {
        input.checked = state.chosen[group.number] === input.value;
      }
      group.check.disabled = !state.chosen[group.number];
      judge(group);
    }
    const done = groups.filter(({ number }) => state.chosen[number]).length;
    score.querySelector(".done").textContent = fill(words.answered, { done, all: groups.length });
    count();
    clock();
  };
  const change = (action) => { action(); keep(); show(); };

  for (const { list, number, check } of groups) {
    list.addEventListener("change", ({ target }) => change(() => {
      state.chosen[number] = target.value;
      state.judged = state.judged.filter((one) => one !== number);
    }));
    check.addEventListener("click", () => change(() => state.judged.push(number)));
  }
  button("count").addEventListener("click", () => change(() => {
    state.counted = true;
    state.judged = groups.map(({ number }) => number);
  }));
  button("timer").addEventListener("click", () => change(() => {
    if (state.since) state.seconds += (Date.now() - state.since) / 1000;
    state.since = state.since ? 0 : Date.now();
  }));
  button("reset").addEventListener("click", () => change(() => {
    state = fresh();
    for (const { key } of groups) key.open = false;
  }));
  setInterval(() => { if (state.since) clock(); }, 1000);
  show();
}

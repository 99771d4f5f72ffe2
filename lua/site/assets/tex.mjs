/** @file LaTeX as the text that is shown of it: what a browser shows of a formula is compared with
 * what was signed (verify.mjs). The engine says what its commands show (lua/site/formulas.lua). */
import { CHARACTERS, COMMANDS, LETTERS, OPPOSITES } from "./formulas.mjs";

const FIRST = "\ue000", SECOND = "\ue001";
const places = new Map([...LETTERS].map((letter, place) => [letter, place]));
const alphabets = new Map();

/** The sign of a letter in the alphabet of a font. */
function lettered(character, font) {
  const place = font ? places.get(character) : undefined;
  if (place === undefined) return character;
  if (!alphabets.has(font)) alphabets.set(font, [...COMMANDS[font][1]]);
  return alphabets.get(font)[place];
}

/** A reader of LaTeX: what is left of it, and how it is cut. */
class Reader {
  at = 0;

  constructor(tex) { this.tex = tex; }

  /** Takes what has a form (sticky) at the place that is read; nothing without one. */
  take(form) {
    form.lastIndex = this.at;
    const found = form.exec(this.tex);
    if (found) this.at = form.lastIndex;
    return found;
  }

  need(value) {
    if (value == null) throw new Error(`formula ${this.tex}`);
    return value;
  }

  space() { while (this.take(/\s+|%[^\n]*(?:\n)/y)); }

  /** The content of the group whose brace was taken. */
  group() {
    const start = this.at;
    for (let depth = 1; depth; this.at++) {
      if (this.tex[this.at] === "\\") this.at++;
      else depth += { "{": 1, "}": -1 }[this.need(this.tex[this.at])] ?? 0;
    }
    return this.tex.slice(start, this.at - 1);
  }

  option() { return this.take(/\s*\[((?:[^[\]{}\\]|\\[^]|\{[^{}]*\})*)\]/y)?.[1] ?? ""; }

  /** The text of an argument. */
  argument(font) {
    this.space();
    if (this.take(/\{/y)) return formula(this.group(), font);
    if (/[a-z0-9]/i.test(this.need(this.tex[this.at]))) return lettered(this.take(/[^]/y)[0], font);
    return this.nucleus(font);
  }

  environment(font) {
    const name = this.need(this.take(/\s*\{([^}]*)\}/y))[1];
    const [shape, text] = this.need(COMMANDS[name]);
    this.take(/\s*\[[tbc]\]/y);
    if (shape === "environment 1") this.need(this.take(/\s*\{[^}]*\}/y));
    const start = this.at;
    for (let depth = 1; depth;) {
      const [, , end] = this.need(this.take(/([^\\]|\\(?!begin\b|end\b)[^])*\\(begin|end)\b/y));
      depth += end === "begin" ? 1 : -1;
    }
    const inside = this.tex.slice(start, this.at - "\\end".length);
    this.need(this.take(/\s*\{([^}]*)\}/y)?.[1] === name || null);
    return text.replace(FIRST, () => formula(inside, font));
  }

  /** Words, with the formulas in them. */
  words(font) {
    const inner = COMMANDS[font][1] === LETTERS ? "" : font;
    const group = this.take(/\s*\{/y) ? this.group() : this.need(this.take(/\s*([^])/uy))[1];
    const reader = new Reader(group);
    let text = "";
    while (reader.at < group.length) {
      const name = reader.take(/\\([a-z]+|[^])/iuy)?.[1];
      if (name && COMMANDS[name]?.[0] === "text") text += reader.words(name);
      else if (name) text += reader.need(COMMANDS[name])[1];
      else if (reader.take(/\$/y)) {
        text += formula(reader.need(reader.take(/((?:\\[^]|[^$\\])*)\$/y))[1]);
      }
      else if (!reader.take(/[{}~]/y)) text += lettered(reader.take(/[^]/uy)[0], inner);
    }
    return text;
  }

  delimiter(font) {
    if (this.take(/\s*\./y)) return "";
    const angle = this.take(/\s*([<>])/y)?.[1];
    return angle ? { "<": "⟨", ">": "⟩" }[angle] : this.nucleus(font);
  }

  command(name, font) {
    const [shape, text] = this.need(COMMANDS[name]);
    if (shape === "begin") return this.environment(font);
    if (shape === "text") return this.words(name);
    if (shape === "delimiter") return this.delimiter(font);
    if (shape === "font") return this.argument(text === LETTERS ? "" : name);
    if (shape === "width") return this.need(this.take(/\*?\s*\{?\s*-?[\d.]+\s*[a-z]{2}\}?/y)) && "";
    if (shape === "label") return this.need(this.take(/\s*\{[^}]*\}/y)) && "";
    if (shape === "row") return this.take(/\*?(\[[\d. -]+[a-z]{2}\])?/y) && "";
    if (shape === "name") return this.take(/\s*\*/y), this.argument("");
    if (shape === "not") {
      const sign = this.argument(font);
      return OPPOSITES[sign] ?? `${sign}\u0338`;
    }
    if (shape === "root") {
      const index = this.option();
      return this.argument(font) + formula(index, font);
    }
    if (shape === "arrow") {
      const below = this.option();
      return text + formula(below, font) + this.argument(font);
    }
    if (shape === "1") return text.replace(FIRST, this.argument(font));
    if (shape === "2") {
      const first = this.argument(font), second = this.argument(font);
      return text.replace(FIRST, () => first).replace(SECOND, () => second);
    }
    return shape === "sign" ? lettered(text, font) : text;
  }

  nucleus(font) {
    this.space();
    const name = this.take(/\\([a-z]+|[^])/iuy);
    if (name) return this.command(name[1], font);
    if (this.take(/\{/y)) return formula(this.group(), font);
    const [character] = this.need(this.take(/[^]/uy));
    return character === "&" ? "" : CHARACTERS[character] ?? lettered(character, font);
  }

  /** Scripts below stand before primes and those above. */
  scripts(font) {
    let below = "", above = "", primes = "";
    for (;;) {
      this.space();
      const mark = this.take(/[_^']|\\(?:no|display)?limits(?![a-z])/iy)?.[0];
      if (!mark) return below + primes + above;
      if (mark === "'") primes += CHARACTERS["'"];
      else if (mark === "_") below = this.argument(font);
      else if (mark === "^") above = this.argument(font);
    }
  }
}

/** The text of LaTeX, without white space; throws where the engine would show the source. */
export function formula(tex, outer = "") {
  const reader = new Reader(tex);
  let text = "", tag = "", font = outer;
  for (reader.space(); reader.at < tex.length; reader.space()) {
    const name = /\\([a-z]+|\\)/iy;
    name.lastIndex = reader.at;
    const command = name.exec(tex)?.[1], [shape, sign] = COMMANDS[command] ?? [];
    if (shape === "tag") {
      reader.at = name.lastIndex;
      const bare = reader.take(/\s*\*/y), words = reader.words("text");
      tag = bare ? words : `(${words})`;
    } else if (shape === "switch") {
      reader.at = name.lastIndex;
      font = sign === LETTERS ? "" : command;
    } else if (shape === "between") {
      const below = formula(tex.slice(name.lastIndex), font);
      return sign.replace(FIRST, () => text).replace(SECOND, () => below).replace(/\s+/gu, "");
    } else {
      if (shape === "row") [text, tag] = [text + tag, ""];
      if (shape === "row" || tex[reader.at] === "&") font = outer;
      if (!/[_^']/.test(tex[reader.at])) text += reader.nucleus(font);
      text += reader.scripts(font);
    }
  }
  return (text + tag).replace(/\s+/gu, "");
}

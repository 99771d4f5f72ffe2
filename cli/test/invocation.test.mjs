/** @file What a command line may be, and what is said about one that cannot be run. */
import { describe, it } from "node:test";
import { each, fails, outcome, prints, refuses } from "./support.mjs";

const COMMANDS = "search get quran taxonomy health mcp completion help";
const GLOBAL = "--pretty --table --api-base --timeout --retries --help --version";
const GLOBAL_HELP = `
Options of every command:
  --pretty              JSON indented by two spaces
  --table               a table for people, as wide as the terminal
  --api-base <url>      where the API is; else SVC_API_BASE (http://127.0.0.1:8080)
  --timeout <s>         longest wait for one answer (30)
  --retries <n>         more tries after 429, 5xx or no answer (0)
  -h, --help            explain the program or a command
  -V, --version         print the version
`;
const LIMIT = "accepted is a whole number";
const PASSAGE = "accepted is svc quran <surah>[:<n>[-<n>]], such as";
const BASE = "accepted is an http(s) URL, also in SVC_API_BASE";

describe("a command line without a command", () => {
  each(it, [
    ["is refused with the commands there are", [], `no command; one of ${COMMANDS}`],
    ["is refused though it has options", ["--pretty"], `no command; one of ${COMMANDS}`],
    ["is not an empty word", [""], `unknown command ""; accepted: ${COMMANDS}`],
    ["is not an unknown word", ["serach", "x"], 
      `unknown command "serach"; accepted: ${COMMANDS}; did you mean search?`],
    ["is not a name every object has", ["constructor"],
      `unknown command "constructor"; accepted: ${COMMANDS}`],
    ["is not __proto__", ["__proto__"], `unknown command "__proto__"; accepted: ${COMMANDS}`],
    ["is not a command in capitals", ["SEARCH"],
      `unknown command "SEARCH"; accepted: ${COMMANDS}; did you mean search?`],
    ["is told what was perhaps meant, a letter missing", ["taxnomy"],
      `unknown command "taxnomy"; accepted: ${COMMANDS}; did you mean taxonomy?`],
    ["is told what was perhaps meant, two exchanged", ["qurna", "2"],
      `unknown command "qurna"; accepted: ${COMMANDS}; did you mean quran?`],
    ["is told nothing that is far from all", ["list"],
      `unknown command "list"; accepted: ${COMMANDS}`],
    ["is refused before its help",
      ["nope", "--help"], `unknown command "nope"; accepted: ${COMMANDS}`],
  ], (_, args, message) => outcome(args, refuses(message)));
});

describe("an option", () => {
  each(it, [
    ["unknown to the program", ["--frob"], `--frob is unknown; accepted: ${GLOBAL}`],
    ["unknown to the command", ["health", "--limit", "3"],
      `--limit is unknown; accepted: ${GLOBAL}`],
    ["of another command before this one", ["--limit", "3", "taxonomy"],
      `--limit is unknown; accepted: --locale ${GLOBAL}`],
    ["that nearly is one", ["search", "a", "--lmit", "3"],
      `--lmit is unknown; accepted: --query --section --locale --limit --offset --all ${GLOBAL}; `
      + "did you mean --limit?"],
    ["that nearly is one of every command", ["health", "--prety"],
      `--prety is unknown; accepted: ${GLOBAL}; did you mean --pretty?`],
    ["of one unknown letter", ["health", "-x"], `-x is unknown; accepted: ${GLOBAL}`],
    ["of one letter among known ones", ["health", "-hx"], `-x is unknown; accepted: ${GLOBAL}`],
    ["of two dashes and one letter", ["health", "--x"], `--x is unknown; accepted: ${GLOBAL}`],
    ["named like a member of every object", ["health", "--toString"],
      `--toString is unknown; accepted: ${GLOBAL}`],
    ["without its value at the end", ["search", "a", "--limit"],
      "--limit needs a value"],
    ["without its value before another", ["search", "a", "--limit", "--pretty"],
      `--limit "--pretty": ${LIMIT}`],
    ["repeated and once without its value", ["search", "a", "--query", "b", "--query"],
      "--query needs a value"],
    ["with a value it does not take", ["health", "--pretty=yes"], "--pretty takes no value"],
    ["with an empty value it does not take", ["health", "--pretty="], "--pretty takes no value"],
    ["--table beside --pretty", ["health", "--table", "--pretty"],
      "--table and --pretty exclude each other"],
    ["--table beside --markdown", ["get", "a", "--markdown", "--table"],
      "--table and --markdown exclude each other"],
    ["--limit that is a word", ["search", "a", "--limit", "ten"], `--limit "ten": ${LIMIT}`],
    ["--limit that is a fraction", ["search", "a", "--limit=1.5"], `--limit "1.5": ${LIMIT}`],
    ["--limit with a plus", ["search", "a", "--limit=+5"], `--limit "+5": ${LIMIT}`],
    ["--limit with an exponent", ["search", "a", "--limit=1e1"], `--limit "1e1": ${LIMIT}`],
    ["--limit that is empty", ["search", "a", "--limit="], `--limit "": ${LIMIT}`],
    ["--limit with a line end", ["search", "a", "--limit=5\n"], `--limit "5\\n": ${LIMIT}`],
    ["--offset that is a word", ["search", "a", "--offset", "x"], `--offset "x": ${LIMIT}`],
    ["--from-verse that is a word",
      ["quran", "2", "--from-verse", "x"], `--from-verse "x": ${LIMIT}`],
    ["--to-verse that is a word", ["quran", "2", "--to-verse", "x"], `--to-verse "x": ${LIMIT}`],
    ["--timeout of nothing", ["health", "--timeout", "0"],
      '--timeout "0": accepted is 1 to 300 seconds'],
    ["--timeout of too much", ["health", "--timeout", "301"],
      '--timeout "301": accepted is 1 to 300 seconds'],
    ["--timeout with a unit", ["health", "--timeout", "5s"],
      '--timeout "5s": accepted is 1 to 300 seconds'],
    ["--retries of too many", ["health", "--retries", "11"], '--retries "11": accepted is 0 to 10'],
    ["--retries below none", ["health", "--retries=-1"], '--retries "-1": accepted is 0 to 10'],
    ["--api-base of another scheme", ["health", "--api-base", "ftp://x"],
      `--api-base "ftp://x": ${BASE}`],
    ["--api-base without a scheme", ["health", "--api-base", "localhost:8080"],
      `--api-base "localhost:8080": ${BASE}`],
    ["--api-base with credentials", ["health", "--api-base", "http://a:b@x"],
      `--api-base "http://a:b@x": ${BASE}`],
    ["--api-base with a query", ["health", "--api-base", "http://x/?a"],
      `--api-base "http://x/?a": ${BASE}`],
    ["--api-base with a fragment", ["health", "--api-base", "http://x/#a"],
      `--api-base "http://x/#a": ${BASE}`],
    ["--api-base with a blank", ["health", "--api-base", "http://x y"],
      `--api-base "http://x y": ${BASE}`],
    ["--api-base that is empty", ["health", "--api-base="], `--api-base "": ${BASE}`],
  ], (_, args, message) => outcome(args, refuses(message)));

  it("names its variable where that is wrong", () =>
    outcome(["health"], refuses(`--api-base "nowhere": ${BASE}`), {
      env: { SVC_API_BASE: "nowhere" },
    }));
});

describe("the words of a command", () => {
  each(it, [
    ["search needs something to search for", ["search"],
      "search needs words, --query or --section"],
    ["search gets nothing from an empty input", ["search", "-"],
      "search needs words, --query or --section"],
    ["get needs a reference", ["get"], "words given: 0; accepted is svc get <ref>"],
    ["get takes one reference",
      ["get", "a", "b"], "words given: 2; accepted is svc get <ref>"],
    ["get takes one reference from the input", ["get", "-"],
      "words given: 0; accepted is svc get <ref>"],
    ["quran needs a surah", ["quran"],
      "words given: 0; accepted is svc quran <surah>[:<n>[-<n>]]"],
    ["quran needs more than a blank",
      ["quran", " "], `"" is no passage; ${PASSAGE} 2, 2:255-257, yasin`],
    ["quran takes verses once: first", ["quran", "2:255", "--from-verse", "1"],
      "verses stand both in the words and in options"],
    ["quran takes verses once: last", ["quran", "2", "255", "--to-verse", "256"],
      "verses stand both in the words and in options"],
    ["taxonomy takes none", ["taxonomy", "de"],
      "words given: 1; accepted is svc taxonomy"],
    ["health takes none", ["health", "now"],
      "words given: 1; accepted is svc health"],
    ["mcp takes none",
      ["mcp", "stdio"], "words given: 1; accepted is svc mcp"],
    ["help takes one command", ["help", "search", "get"],
      "words given: 2; accepted is svc help [command]"],
    ["help knows the commands", ["help", "serach"],
      `unknown command "serach"; accepted: ${COMMANDS}; did you mean search?`],
    ["completion needs a shell", ["completion"],
      "words given: 0; accepted is svc completion bash|zsh|fish"],
    ["completion knows three shells", ["completion", "tcsh"],
      'no completion for tcsh; one of bash zsh fish'],
    ["completion takes one shell", ["completion", "bash", "zsh"],
      'no completion for bash zsh; one of bash zsh fish'],
  ], (_, args, message) => outcome(args, refuses(message)));
});

describe("--version", () => {
  each(it, [
    ["prints the version", ["--version"]],
    ["has a letter", ["-V"]],
    ["needs no command to run", ["search", "--version"]],
  ], (_, args) => outcome(args, prints("1.0.0\n")));
});

describe("--help", () => {
  const program = `svc <command> [options]
read the Service Public API

Commands:
  search                find content; the words are one phrase
  get                   read one item by content ID, svc:// URI or URL
  quran                 quote verses of a surah, given by number or name
  taxonomy              list sections, locales, categories and exams
  health                ask whether the service answers
  mcp                   show how to connect an MCP client, or connect one
  completion            print the completion script of a shell
  help                  explain the program or a command
${GLOBAL_HELP}
Environment:
  SVC_API_BASE          where the API is
  SVC_TRACE=1           show where the program itself failed
  NODE_USE_ENV_PROXY=1  use the proxy of HTTPS_PROXY, but for hosts in NO_PROXY
  NODE_EXTRA_CA_CERTS   a file of further certificate authorities
  NODE_USE_SYSTEM_CA=1  trust the authorities of the system too

Examples:
  svc search quadratic equations
  svc get asset:en:quran:surah:112 --markdown
  svc quran 112 --to-verse 4
  svc taxonomy --locale de --pretty
  svc health --timeout 2
  svc mcp --pretty
  svc completion bash > ~/.local/share/bash-completion/completions/svc
  svc help quran
`;
  const search = `svc search [words...] [options]
find content; the words are one phrase

Options:
  --query <phrase>      one more phrasing, 4 in all
  --section <name>      one of articles, material, tryout, quran
  --locale <code>       language, en unless given
  --limit <n>           results on a page, 1 to 10
  --offset <n>          first result, counted from 0
  --all                 every page, as one
${GLOBAL_HELP}
Examples:
  svc search quadratic equations
  svc search persamaan kuadrat --locale id --section material --limit 3
  svc search throne verse --table
`;
  each(it, [
    ["explains the program", ["--help"], program],
    ["has a letter", ["-h"], program],
    ["comes before the version", ["--version", "--help"], program],
    ["explains search", ["search", "--help"], search],
    ["is also a command", ["help"], program],
    ["is also a command with a command", ["help", "search"], search],
    ["explains a command rather than run it", ["help", "search", "--table"], search],
    ["may stand before the command", ["--help", "search"], search],
    ["asks for no words", ["search", "-h", "--limit", "3"], search],
    ["explains get", ["get", "--help"], `svc get <ref> [options]
read one item by content ID, svc:// URI or URL

Options:
  --markdown            the text itself instead of JSON
  --verify <trust>      print only what the keys of this trust file signed
  --state <file>        with --verify: refuse what is older than seen before
${GLOBAL_HELP}
Examples:
  svc get asset:en:quran:surah:112 --markdown
  svc get asset:en:quran:surah:112 --verify demo.trust
`],
    ["explains quran", ["quran", "--help"], `svc quran <surah>[:<n>[-<n>]] [options]
quote verses of a surah, given by number or name

Options:
  --from-verse <n>      first verse, 1 unless given
  --to-verse <n>        last verse, the first unless given
  --locale <code>       language, en unless given
  --tafsir              with tafsir where the locale has one
  --verify <trust>      print only what the keys of this trust file signed
  --state <file>        with --verify: refuse what is older than seen before
${GLOBAL_HELP}
Examples:
  svc quran 112 --to-verse 4
  svc quran 2:255-257 --locale de
  svc quran al-baqarah 255 --locale id --tafsir
  svc quran yasin:1-12 --table
  svc quran 2:255 --verify demo.trust
`],
    ["explains taxonomy", ["taxonomy", "--help"], `svc taxonomy [options]
list sections, locales, categories and exams

Options:
  --locale <code>       language, en unless given
${GLOBAL_HELP}
Examples:
  svc taxonomy --locale de --pretty
`],
    ["explains health", ["health", "--help"], `svc health [options]
ask whether the service answers
${GLOBAL_HELP}
Examples:
  svc health --timeout 2
`],
    ["explains mcp", ["mcp", "--help"], `svc mcp [options]
show how to connect an MCP client, or connect one

Options:
  --stdio               be the endpoint on standard input and output
${GLOBAL_HELP}
Examples:
  svc mcp --pretty
  svc mcp --stdio
`],
    ["explains completion", ["completion", "--help"], `svc completion bash|zsh|fish [options]
print the completion script of a shell
${GLOBAL_HELP}
Examples:
  svc completion bash > ~/.local/share/bash-completion/completions/svc
`],
    ["explains itself", ["help", "help"], `svc help [command] [options]
explain the program or a command
${GLOBAL_HELP}
Examples:
  svc help quran
`],
  ], (_, args, text) => outcome(args, prints(text)));
});

describe("Node", () => {
  each(it, [
    ["18 is refused in one line", "v18.20.4"],
    ["20 is refused in one line", "v20.20.2"],
    ["23 is refused in one line", "v23.11.1"],
  ], (_, version) => {
    const code = `Object.defineProperty(process,"version",{value:"${version}"})`;
    const message = `svc needs Node 24 or later, this is ${version}`;
    const expected = fails(2, { code: "UNSUPPORTED_NODE", message });
    return outcome(["--version"], expected, { node: ["--import", `data:text/javascript,${code}`] });
  });
});

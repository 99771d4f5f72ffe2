// What fetch makes of a query: prints the printable bytes that it leaves as they are, and asks a
// service on the demo publication to search for a text with each printable byte.
//
//     node fetch_queries.mjs PORT

const base = `http://127.0.0.1:${process.argv[2]}`;
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
const left = printable.filter((byte) => new URL(`${base}/?x${byte}x`).search === `?x${byte}x`);
console.log(left.join(''));

// These two mean something in a query.
const texts = printable.filter((byte) => byte !== '&' && byte !== '%').concat('ä', '語', '\u{1f600}');
for (const text of texts) {
  const { status } = await fetch(`${base}/v1/search?query=verse${text}2`);
  if (status !== 200) {
    console.error(`${JSON.stringify(text)} in a query: ${status}`);
    process.exitCode = 1;
  }
}

// swagger-client, which generates nothing: node swagger-client.mjs BASE_URL
import SwaggerClient from "swagger-client";

const REF = "asset:en:material:mathematics:quadratic-equations";
const base = process.argv[2];
const { apis } = await SwaggerClient({ url: base + "/openapi.json" });
const api = apis["Public read API"];
const call = async (operation, parameters = {}) => (await api[operation](parameters)).body;
const verses = await call("getSvcQuranReference", { surah: 112, locale: "de", to_verse: 4 });
console.log(
  (await call("getSvcOpenApi")).openapi,
  (await call("getSvcApiIndex")).status,
  (await call("getSvcApiHealth")).status,
  (await call("searchSvcContent", { query: ["quadratic", "x"] })).count > 0,
  (await call("getSvcContent", { ref: REF })).content_id === REF,
  (await call("getSvcTaxonomy", { locale: "id" })).locale,
  verses.locale,
  verses.verses.length,
);

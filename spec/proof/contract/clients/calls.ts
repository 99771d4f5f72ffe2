// The seven operations as every client of this folder calls them, and what each must find.
export const REF = "asset:en:material:mathematics:quadratic-equations";

export interface Answers {
  contract?: { openapi: string };
  index?: { status: string };
  health?: { status: string };
  search?: { count: number };
  content?: { content_id: string };
  taxonomy?: { locale: string };
  verses?: { locale: string; verses: unknown[] };
}

/** Prints a line that is the same for every client. */
export function print(all: Answers): void {
  const { contract, index, health, search, content, taxonomy, verses } = all;
  console.log(
    contract?.openapi, index?.status, health?.status, (search?.count ?? 0) > 0,
    content?.content_id === REF, taxonomy?.locale, verses?.locale, verses?.verses.length,
  );
}

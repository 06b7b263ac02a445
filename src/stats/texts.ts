import { LRUCache } from 'lru-cache';
import type { Dialect } from '../db/dialect.ts';
import { readIds, readTexts, searchTexts } from '../db/value-rows.ts';
import { lowerAscii } from '../domain/text.ts';

/** The dictionary as the read path sees it: texts of value ids, kept while there is room, since a text never changes its id. */
export interface Texts {
  of(website: number, ids: readonly number[]): Promise<Map<number, string>>;
  /** The ids of texts, exactly; those that the website does not have are missing. */
  idsOf(website: number, texts: readonly string[]): Promise<Map<string, number>>;
  /** Ids whose text contains one of the texts, ASCII letters in either case, and is what `fits` says yes to. */
  fitting(website: number, searches: readonly string[], fits: (text: string) => boolean): Promise<Set<number>>;
  /** Ids whose text contains `search` literally, ASCII letters in either case. */
  matching(website: number, search: string): Promise<Set<number>>;
}

export function createTexts(dialect: Dialect): Texts {
  const kept = new LRUCache<string, string>({ maxSize: 100_000, sizeCalculation: () => 1 });
  const known = new LRUCache<string, number>({ max: 10_000 });
  const wanted = new Map<number, { ids: Set<number>; read: Promise<Map<number, string>> }>();

  /** Whatever is asked for in one tick is one statement a website. */
  function readTogether(website: number, missing: readonly number[]): Promise<Map<number, string>> {
    let together = wanted.get(website);
    if (!together) {
      const ids = new Set<number>();
      const read = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
        wanted.delete(website);
        return readTexts(dialect, website, [...ids]);
      });
      together = { ids, read };
      wanted.set(website, together);
    }
    for (const id of missing) together.ids.add(id);
    return together.read;
  }

  async function fitting(
    website: number,
    searches: readonly string[],
    fits: (text: string) => boolean,
  ): Promise<Set<number>> {
    const ids = new Set<number>();
    for (const search of searches) {
      for (const { id, value } of await searchTexts(dialect, website, search)) if (fits(value)) ids.add(id);
    }
    return ids;
  }

  return {
    async of(website, ids) {
      const texts = new Map<number, string>();
      const missing: number[] = [];
      for (const id of ids) {
        const text = id === 0 ? '' : kept.get(`${website}:${id}`);
        if (text === undefined) missing.push(id);
        else texts.set(id, text);
      }
      if (missing.length === 0) return texts;
      const read = await readTogether(website, missing);
      for (const id of missing) {
        const text = read.get(id);
        if (text === undefined) continue;
        texts.set(id, text);
        kept.set(`${website}:${id}`, text);
      }
      return texts;
    },
    async idsOf(website, asked) {
      const ids = new Map<string, number>(asked.includes('') ? [['', 0]] : []);
      const missing: string[] = [];
      for (const text of asked) {
        const id = known.get(`${website}:${text}`);
        if (id !== undefined) ids.set(text, id);
        else if (text !== '') missing.push(text);
      }
      if (missing.length === 0) return ids;
      for (const [text, id] of await readIds(dialect, website, missing)) {
        ids.set(text, id);
        known.set(`${website}:${text}`, id);
      }
      return ids;
    },
    fitting,
    matching: (website, search) => fitting(website, [search], text => containsText(text, search)),
  };
}

/** Literal substring; ASCII letters match in either case, everything else only itself. */
export function containsText(text: string, search: string): boolean {
  return lowerAscii(text).includes(lowerAscii(search));
}

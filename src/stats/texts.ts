import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Dialect } from '../db/dialect.ts';
import { readIds, readTexts, searchTexts, type Value } from '../db/rollups/values.ts';
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
  /** Whatever is asked for in one turn of the event loop is one statement, of however many websites. */
  const inOneTurn = { cache: false, batchScheduleFn: (read: () => void) => void setImmediate(read) };
  const textsOf = new DataLoader<Asked<number>, ReadonlyMap<number, string>>(async asked => {
    const wanted = new Map<number, Set<number>>();
    for (const { website, of } of asked) {
      const ids = wanted.get(website) ?? new Set<number>();
      wanted.set(website, ids);
      for (const id of of) ids.add(id);
    }
    const found = await readTexts(dialect, wanted);
    return asked.map(({ website }) => found.get(website) ?? new Map());
  }, inOneTurn);
  const idsOf = new DataLoader<Asked<string>, ReadonlyMap<string, number>>(
    asked => togetherBy(asked, (websites, texts) => readIds(dialect, websites, texts)),
    inOneTurn,
  );
  const matches = new DataLoader<Asked<string>, readonly Value[]>(
    asked =>
      togetherBy(asked, async (websites, [search = '']) =>
        Map.groupBy(await searchTexts(dialect, websites, search), ({ website }) => website),
      ),
    inOneTurn,
  );

  async function fitting(
    website: number,
    searches: readonly string[],
    fits: (text: string) => boolean,
  ): Promise<Set<number>> {
    const ids = new Set<number>();
    for (const search of searches) {
      const found = (await matches.load({ website, of: [search] })) ?? [];
      for (const { id, value } of found) if (fits(value)) ids.add(id);
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
      const read = await textsOf.load({ website, of: missing });
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
      for (const [text, id] of await idsOf.load({ website, of: missing })) {
        ids.set(text, id);
        known.set(`${website}:${text}`, id);
      }
      return ids;
    },
    fitting,
    matching: (website, search) => fitting(website, [search], text => containsText(text, search)),
  };
}

/** What is asked for of one website: ids, or texts. */
interface Asked<T> {
  readonly website: number;
  readonly of: readonly T[];
}

/** Reads what is asked for of several websites alike in one call; answers stand in the order of what was asked. */
async function togetherBy<Answer>(
  asked: readonly Asked<string>[],
  read: (websites: readonly number[], texts: readonly string[]) => Promise<ReadonlyMap<number, Answer>>,
): Promise<(Answer | Error)[]> {
  const groups = Map.groupBy(asked, ({ of }) => of.join('\0'));
  const answers = new Map<Asked<string>, Answer | Error>();
  await Promise.all(
    [...groups.values()].map(async group => {
      const websites = [...new Set(group.map(({ website }) => website))];
      const found = await read(websites, group[0]?.of ?? []).catch(error => error as Error);
      for (const one of group) answers.set(one, found instanceof Error ? found : (found.get(one.website) as Answer));
    }),
  );
  return asked.map(one => answers.get(one) as Answer | Error);
}

/** Literal substring; ASCII letters match in either case, everything else only itself. */
export function containsText(text: string, search: string): boolean {
  return lowerAscii(text).includes(lowerAscii(search));
}

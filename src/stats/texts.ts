import DataLoader from 'dataloader';
import type { Dialect } from '../db/dialect.ts';
import { type Era, ValueEras } from '../db/rollups/value-eras.ts';
import { readIds, readTexts } from '../db/rollups/values.ts';
import { dateOf } from '../domain/calendar.ts';
import { latestUsed } from '../domain/latest-used.ts';
import type { Statistic } from '../domain/statistic.ts';
import { inOneTurn } from './in-one-turn.ts';

/** The dictionary on the read path: texts of value ids, cached while there is room and they are certain. */
export interface Texts {
  of(website: number, ids: readonly number[]): Promise<Map<number, string>>;
  /** Returns the ids of exactly these texts; a text that the website does not have is missing. */
  idsOf(website: number, texts: readonly string[]): Promise<Map<string, number>>;
}

/** `versionOf` returns the version of a website in its latest state that was seen; 0 if none was. */
export function createTexts(dialect: Dialect, versionOf: (website: number) => number): Texts {
  const kept = latestUsed<string, string>(100_000);
  const known = latestUsed<string, number>(10_000);
  // What is requested together is one statement, for any number of websites.
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

  const eras = new ValueEras();
  /** The text with which an era has to be confirmed before what is cached in it is used; null if nothing has changed. */
  const doubtIn = (era: Era, version: number) => (version > 0 && era.version === version ? null : era.newest);

  return {
    async of(website, ids) {
      const version = versionOf(website);
      const era = eras.of(website, version);
      const texts = new Map<number, string>();
      const missing: number[] = [];
      for (const id of ids) {
        const text = id === 0 ? '' : kept.get(`${era.key}:${id}`);
        if (text === undefined) missing.push(id);
        else texts.set(id, text);
      }
      const doubt = doubtIn(era, version);
      if (missing.length === 0 && !doubt) return texts;
      const read = await textsOf.load({ website, of: doubt ? [...missing, doubt.id] : missing });
      if (doubt && read.get(doubt.id) !== doubt.text) {
        eras.begin(website, version);
        return this.of(website, ids);
      }
      eras.confirm(website, era.key, version, null);
      for (const id of missing) {
        const text = read.get(id);
        if (text === undefined) continue;
        texts.set(id, text);
        kept.set(`${era.key}:${id}`, text);
        eras.confirm(website, era.key, version, { id, text });
      }
      return texts;
    },
    async idsOf(website, asked) {
      const version = versionOf(website);
      const era = eras.of(website, version);
      const ids = new Map<string, number>(asked.includes('') ? [['', 0]] : []);
      const missing: string[] = [];
      for (const text of asked) {
        const id = known.get(`${era.key}:${text}`);
        if (id !== undefined) ids.set(text, id);
        else if (text !== '') missing.push(text);
      }
      const doubt = doubtIn(era, version);
      const [read, stored] = await Promise.all([
        missing.length > 0 ? idsOf.load({ website, of: missing }) : [],
        // By its id, because ids of several websites are read in one statement, and texts only if they are equal.
        doubt && textsOf.load({ website, of: [doubt.id] }),
      ]);
      if (doubt && stored?.get(doubt.id) !== doubt.text) {
        eras.begin(website, version);
        return this.idsOf(website, asked);
      }
      eras.confirm(website, era.key, version, null);
      for (const [text, id] of read) {
        ids.set(text, id);
        known.set(`${era.key}:${text}`, id);
        eras.confirm(website, era.key, version, { id, text });
      }
      return ids;
    },
  };
}

/** The ids or texts requested of one website. */
interface Asked<T> {
  readonly website: number;
  readonly of: readonly T[];
}

/** Reads equal requests to several websites in one call; returns results in the order of the requests. */
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

/** Returns the texts of a statistic's ids; those of the calendar are computed, the others are in the dictionary. */
export async function valuesOf(
  website: number,
  statistic: Statistic,
  ids: readonly number[],
  texts: Texts,
): Promise<Map<number, string>> {
  if (statistic.read) return texts.of(website, ids);
  return new Map(ids.map(id => [id, statistic.scope === 'hour' ? String(id).padStart(2, '0') : dateOf(id)]));
}

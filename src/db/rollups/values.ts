import { hash } from 'node:crypto';
import { ROLLUP_PROPERTY } from '../../domain/properties.ts';
import { isWide, lowerAscii, ownText } from '../../domain/text.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, chunks, insertRows, int, lookUp, SharedTransaction, Text } from '../sql.ts';

/** Returns 16 bytes of the text's SHA-256 in hex, by which a value is unique whatever the collation. */
export function valueHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** Returns the ids of these texts by website; a text that a website does not have is missing there. */
export async function readIds(
  dialect: Dialect,
  websites: readonly number[],
  texts: readonly string[],
): Promise<Map<number, Map<string, number>>> {
  const byHash = new Map(texts.map(text => [valueHash(text), text]));
  const found = new Map(websites.map(website => [website, new Map<string, number>()]));
  const [only, ...others] = websites;
  const of = (hashes: readonly string[]) =>
    only !== undefined && others.length === 0
      ? dialect.withNumber('website_id', only, 'hash', hashes)
      : `${dialect.among('website_id', websites)} AND hash IN (${hashes.join(',')})`;
  for (const some of chunks([...byHash.keys()], 1_000)) {
    const rows = await dialect.all<{ website: number; hash: Buffer; id: number }>(
      `SELECT website_id AS website, hash, id FROM stat_value WHERE ${of(some.map(blob))}`,
    );
    for (const { website, hash, id } of rows) found.get(website)?.set(byHash.get(hash.toString('hex')) ?? '', id);
  }
  return found;
}

/** Returns the texts of value ids by website; an id that a website does not have is missing there. */
export async function readTexts(
  dialect: Dialect,
  wanted: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<Map<number, Map<number, string>>> {
  const texts = new Map([...wanted.keys()].map(website => [website, new Map<number, string>()]));
  const read = async (sql: string, params: readonly string[]) => {
    for (const { website, id, value } of await dialect.all<Value>(sql, params)) texts.get(website)?.set(id, value);
  };
  const [only, ...others] = wanted;
  if (only && others.length === 0) {
    const [website, ids] = only;
    for (const some of chunks([...ids], 5_000))
      await read(
        `SELECT website_id AS website, id, value FROM stat_value WHERE website_id = ${int(website)} AND id IN (${some.map(int).join(',')})`,
        [],
      );
  } else if (only) {
    const pairs = [...wanted].flatMap(([website, ids]) => [...ids].map(id => [website, id]));
    await read(
      `SELECT v.website_id AS website, v.id, v.value FROM (${dialect.pairs}) p ${dialect.thenJoin} stat_value v ON v.website_id = p.a AND v.id = p.b`,
      [JSON.stringify(pairs)],
    );
  }
  return texts;
}

interface Value {
  readonly website: number;
  readonly id: number;
  readonly value: string;
}

/** Texts of value ids, at the same positions; `lowered` has their ASCII letters in lower case. */
export interface SomeTexts {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
  readonly lowered: readonly string[];
}

/** What ends each text of a batch, because no text has it. */
const NUL = '\0';

/** Returns the next texts of the website after this id, in the order of their ids. */
export async function readTextsAfter(
  dialect: Dialect,
  website: number,
  after: number,
  limit: number,
): Promise<SomeTexts> {
  const next = `SELECT id, value FROM stat_value WHERE website_id = ${int(website)} AND id > ${int(after)} ORDER BY id LIMIT ${int(limit)}`;
  // One text for all rows, because drivers take several times as long to hand over each of them.
  const body = `COUNT(*) AS counted, GROUP_CONCAT(${dialect.join('v.id', "' '", 'v.value', 'CHAR(0)')}) AS body`;
  const [row] = await dialect.all<{ counted: number; body: string | Buffer | null }>(`SELECT ${body} FROM (${next}) v`);
  const some = separated(String(row?.body ?? ''));
  if (some.ids.length === row?.counted && isAscending(some.ids)) return some;
  // An engine that runs out of space for a text truncates it with only a warning, and need not keep the order.
  const rows = await dialect.all<{ id: number; value: string }>(next);
  const texts = rows.map(({ value }) => value);
  return { ids: rows.map(({ id }) => id), texts, lowered: texts.map(lowerAscii) };
}

function isAscending(ids: readonly number[]): boolean {
  return ids.every((id, at) => at === 0 || id > (ids[at - 1] as number));
}

/** Parses texts of the form `id text`, each ended by a NUL, with commas between them. */
function separated(body: string): SomeTexts {
  // One such character makes all slices of the body twice as large as most of them need.
  const ofOwn = isWide(body);
  const ids: number[] = [];
  const texts: string[] = [];
  for (const piece of body.split(NUL).slice(0, -1)) {
    const start = piece.indexOf(' ') + 1;
    const text = piece.slice(start);
    ids.push(Number(piece.slice(ids.length === 0 ? 0 : 1, start - 1)));
    texts.push(ofOwn ? ownText(text) : text);
  }
  return { ids, texts, lowered: texts.map(lowerAscii) };
}

/** Returns the website's highest id of a text, or 0, and the text of one id; undefined if there is none. */
export async function readTopId(
  dialect: Dialect,
  website: number,
  id: number,
): Promise<{ top: number; text: string | undefined }> {
  const [row] = await dialect.all<{ top: number | null; text: string | null }>(
    `SELECT (SELECT MAX(id) FROM stat_value WHERE website_id = ${int(website)}) AS top, (SELECT value FROM stat_value WHERE website_id = ${int(website)} AND id = ${int(id)}) AS text`,
  );
  return { top: row?.top ?? 0, text: row?.text ?? undefined };
}

/** Returns the ids of the texts with these hashes (32 hex digits each); an unknown text is missing. */
export async function findValueIds(
  tx: Executor,
  dialect: Dialect,
  website: number,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  type Found = { readonly hash: Buffer; readonly id: number };
  const rows: Found[] = [];
  if (tx instanceof SharedTransaction) {
    const lookup = { table: 'stat_value', columns: ['hash', 'id'], website, key: 'hash', among: hashes.map(blob) };
    rows.push(...(await lookUp<Found>(tx, lookup)));
  } else
    for (const some of chunks(hashes, 1_000)) {
      const where = dialect.withNumber('website_id', website, 'hash', some.map(blob));
      rows.push(...(await tx.all<Found>(`SELECT hash, id FROM stat_value WHERE ${where}`)));
    }
  return new Map(rows.map(({ hash, id }) => [hash.toString('hex'), id]));
}

/** New values of one rollup on one day: `seen` were accepted, `refused` is the statistic's count under `(other)`. */
export interface NewValues {
  readonly day: number;
  readonly rollup: number;
  readonly seen: number;
  readonly refused: number;
  /** How many of them each network has brought in all, as `network:values` joined by commas; null if none is known. */
  readonly brought: string | null;
  /** 1 if a network was refused some because it had brought its share, else 0. */
  readonly crowded: number;
}

/** Returns the counts that these days (since 1970-01-01) have so far. */
export async function readNewValues(tx: Executor, website: number, days: readonly number[]): Promise<NewValues[]> {
  const columns = ['day', 'name AS rollup', 'seen', 'refused', 'brought', 'crowded'];
  return lookUp<NewValues>(tx, { table: 'new_value', columns, website, key: 'day', among: days.map(int) });
}

export async function addNewValues(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly NewValues[],
): Promise<void> {
  await insertRows(tx, {
    table: 'new_value',
    columns: ['website_id', 'day', 'name', 'seen', 'refused', 'brought', 'crowded'],
    after: dialect.onConflict(['website_id', 'day', 'name'], ['seen', 'refused'], ['brought', 'crowded']),
    rows: added.map(({ day, rollup, seen, refused, brought, crowded }) => {
      return [website, day, rollup, seen, refused, brought === null ? 'NULL' : new Text(brought), crowded];
    }),
  });
}

/** Values that one rollup, or one key of a property, refused on a day. */
export interface RefusedValues extends Omit<NewValues, 'seen' | 'brought'> {
  readonly websiteId: number;
  /** Null for a statistic, and for the keys of properties. */
  readonly key: string | null;
}

/** Returns what refused values from day `since` on, per website with the latest day first. */
export function readRefusedValues(
  dialect: Dialect,
  websites: readonly number[],
  since: number,
): Promise<RefusedValues[]> {
  const ofRollups = `SELECT website_id AS websiteId, day, name AS rollup, NULL AS \`key\`, refused, crowded FROM new_value WHERE ${dialect.among('website_id', websites)} AND day >= ${int(since)} AND refused > 0`;
  const ofKeys = `SELECT p.website_id, p.day, ${ROLLUP_PROPERTY}, v.value, p.refused, COALESCE((SELECT crowded FROM new_value n WHERE n.website_id = p.website_id AND n.day = p.day AND n.name = ${ROLLUP_PROPERTY}), 0) FROM new_property p JOIN stat_value v ON v.website_id = p.website_id AND v.id = p.key_id WHERE ${dialect.among('p.website_id', websites)} AND p.day >= ${int(since)} AND p.refused > 0`;
  return dialect.all(
    `SELECT * FROM (${ofRollups} UNION ALL ${ofKeys}) r ORDER BY websiteId, day DESC, rollup, \`key\``,
  );
}

import type { Viewer } from '../accounts/viewer.ts';
import type { FunnelRow } from '../db/models/funnel.ts';
import type { Database } from '../db/open.ts';
import type { FunnelRules, FunnelStep } from '../domain/funnel.ts';
import { type FunnelInput, funnelInput } from '../domain/inputs/funnel.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { notFound } from '../errors.ts';
import { addNote, changeNote, type NoteKind, notesOf, removeNote, writableNote } from './notes.ts';

/** Steps that visits should take one after the other. */
export interface Funnel extends FunnelRules {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly FunnelStep[];
}

const FUNNELS: NoteKind<FunnelRow> = { table: ({ funnels }) => funnels, one: 'funnel', plural: 'funnels', most: 50 };

/** Returns the funnels of each of these websites, in the order of `ids`, the oldest first. */
export async function funnelsOf(database: Database, ids: readonly number[]): Promise<(readonly Funnel[])[]> {
  return (await notesOf(database, FUNNELS, ids)).map(rows => rows.map(funnelOf));
}

/** Adds a funnel to one of the viewer's websites; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createFunnel(
  database: Database,
  viewer: Viewer | null,
  website: string,
  input: FunnelInput,
  now: number,
): Promise<Funnel> {
  return funnelOf(await addNote(database, viewer, FUNNELS, website, columnsOf(input), now));
}

/**
 * Replaces a funnel of one of the viewer's websites. Throws NOT_FOUND, also if it belongs to another website than
 * `website`, which null leaves open, and BAD_USER_INPUT.
 */
export async function updateFunnel(
  database: Database,
  viewer: Viewer | null,
  id: string,
  website: string | null,
  input: FunnelInput,
  now: number = Date.now(),
): Promise<Funnel> {
  await checkWebsite(database, viewer, id, website);
  return funnelOf(await changeNote(database, viewer, FUNNELS, id, columnsOf(input), now));
}

/** Removes a funnel of one of the viewer's websites; throws NOT_FOUND as `updateFunnel` does. */
export async function deleteFunnel(
  database: Database,
  viewer: Viewer | null,
  id: string,
  website: string | null,
  now: number = Date.now(),
): Promise<void> {
  await checkWebsite(database, viewer, id, website);
  await removeNote(database, viewer, FUNNELS, id, now);
}

async function checkWebsite(database: Database, viewer: Viewer | null, id: string, website: string | null) {
  if (website === null) return;
  const { websiteId } = await writableNote(database, viewer, FUNNELS, id);
  if (website !== String(websiteId)) throw notFound();
}

function columnsOf(input: FunnelInput) {
  const { name, steps, order, unit, within } = parseInput(funnelInput, input);
  return {
    name,
    steps: JSON.stringify(steps),
    stepOrder: order ?? 'IN_ORDER',
    unit: unit ?? 'VISIT',
    withinSeconds: within ?? null,
  };
}

function funnelOf({ id, name, steps, stepOrder, unit, withinSeconds }: FunnelRow): Funnel {
  return { id, name, steps: JSON.parse(steps) as FunnelStep[], order: stepOrder, unit, within: withinSeconds };
}

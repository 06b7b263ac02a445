import type { Hit, SeenHit } from '../domain/stored-hit.ts';
import type { KnownWebsite } from '../websites/known.ts';
import { draftOf, type World } from './draft.ts';
import { finish } from './finish.ts';
import type { Places } from './place.ts';
import type { Outcome, RawHit } from './raw-hit.ts';
import { identifies, refusalOf, refusalOfPlace } from './steps.ts';
import { visitorOf } from './visitor.ts';

/** What a file knows about a visitor, where it has no address or user agent. */
export interface GivenVisitor {
  /** The file's own id of the visitor, or of the session. */
  readonly id?: string;
  readonly place?: SeenHit['place'];
  readonly agent?: SeenHit['agent'];
  /** Parameters such as `utm_source` that the link had, but not the page as the file has it. */
  readonly campaign?: Readonly<Record<string, string>>;
}

interface ImportWorld {
  readonly website: KnownWebsite;
  readonly places: Places;
  readonly spamList: boolean;
  readonly now: () => number;
  /** Returns the salt of a day (since 1970-01-01), which only this import has. */
  readonly saltOf: (day: number) => string;
}

/** Takes the hits of an import through the steps of the collector, for one website. */
export class ImportedHits {
  readonly #options: ImportWorld;
  readonly #world: World;

  constructor(options: ImportWorld, hosts: { find(host: string): KnownWebsite | undefined }) {
    this.#options = options;
    const { website, places, spamList, now } = options;
    this.#world = {
      findWebsite: host => {
        const found = hosts.find(host);
        return found?.id === website.id ? website : undefined;
      },
      places,
      // The owner of the website vouches for the file.
      limitsAmounts: false,
      spamList,
      now,
      account: null,
      admit: () => true,
      // A row of a file counts once by its position, and those of overlapping files by their hashes.
      isRepeat: () => false,
    };
  }

  /** Resolves when `take` can tell the places of these hits. */
  async prepare(hits: Iterable<RawHit>): Promise<void> {
    const { places } = this.#options;
    for (const { address } of hits) {
      const reading = address === '' ? null : places.ready(address);
      if (reading) await reading;
    }
  }

  /** Returns the hit as it is stored, or why it does not count. */
  take(raw: RawHit, given: GivenVisitor = {}): Hit | Outcome {
    const draft = draftOf(raw);
    const refused = refusalOf(draft, this.#world) ?? refusalOfPlace(draft, this.#world, given.place);
    if (refused) return refused;
    const { website, saltOf } = this.#options;
    const salt = saltOf(draft.day ?? 0);
    if (identifies(draft)) draft.salt = salt;
    const { id } = given;
    const { address, userAgent } = raw;
    let visitor = '';
    if (id !== undefined) visitor = visitorOf(salt, website.id, 'id', id);
    else if (draft.salt !== undefined) visitor = visitorOf(salt, website.id, address, userAgent);
    const hit: { -readonly [key in keyof Hit]: Hit[key] } = finish(draft, this.#world, { ...given, visitor });
    hit.id = '';
    hit.source = null;
    hit.network = null;
    return hit;
  }
}

import type { GivenVisitor } from '../../../collect/imported.ts';
import type { LeftOutReason } from '../../../domain/import.ts';
import type { ReadOptions, Row } from '../../importer.ts';
import type { Once } from '../../once.ts';
import type { GeoNames } from '../../places/geonames.ts';
import { imported } from '../raw.ts';
import { countedAs } from './actions.ts';
import { actionsOf, type Fields, textOf } from './visit.ts';
import { campaignOf, languageOf, referrerOf, visitorReader } from './visitor.ts';

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Returns a function for the rows of a visit: one for each action. It leaves out those of which `once` has the id. */
export function rowReader(names: GeoNames, options: ReadOptions, once: Once): (visit: Fields, place: Place) => Row[] {
  const readVisitor = visitorReader(names);

  return (visit, place) => {
    const id = textOf(visit, 'idVisit');
    if (id === '') return [{ type: 'bad', ...place, reason: 'The visit has no idVisit.' }];
    const visitor = readVisitor(visit);
    const rows: Row[] = [];
    const equal = new Map<string, number>();
    let page = '';
    let hasEntered = false;
    for (const action of actionsOf(visit)) {
      const own = identityOf(action);
      const no = equal.get(own) ?? 0;
      equal.set(own, no + 1);
      const identity = `${id}\0${own}\0${no}`;
      const counted = countedAs(action, visit);
      const url = addressOf(textOf(action, 'url'));
      if (counted && !counted.isElsewhere && url !== '') page = url;
      const isEntry: boolean = counted?.event === null && !hasEntered;
      hasEntered ||= isEntry;
      if (!once.isNew(identity)) rows.push({ type: 'left out', reason: 'repeated' });
      else if (!counted) rows.push({ type: 'left out', reason: reasonOf(action) });
      else {
        const time = Number(textOf(action, 'timestamp') || Number.NaN) * 1000;
        const fault = !Number.isFinite(time)
          ? `An action of visit ${id} has no timestamp in seconds since 1970.`
          : counted.event === null && url === ''
            ? `A pageview of visit ${id} has no url.`
            : null;
        if (fault !== null) {
          rows.push({ type: 'bad', ...place, reason: fault });
          continue;
        }
        const at = page === '' ? `https://${options.domain}/` : page;
        const campaign = isEntry ? campaignOf(visit, at) : undefined;
        const given: GivenVisitor = campaign ? { ...visitor, campaign } : visitor;
        const hit = imported({
          page: at,
          time,
          referrer: isEntry ? referrerOf(visit) : '',
          resolution: textOf(visit, 'resolution'),
          language: languageOf(visit),
          event: counted.event,
          props: counted.props,
        });
        rows.push({ type: 'hit', ...place, identity, hit, given });
      }
    }
    return rows;
  };
}

function reasonOf(action: Fields): LeftOutReason {
  return textOf(action, 'type') === 'goal' ? 'goal' : 'other_action';
}

/** Returns what an action has in its visit that the others do not have. */
function identityOf(action: Fields): string {
  const field = (name: string) => textOf(action, name);
  // An order and the page that it is on have the same number of the page.
  const page = field('pageId') || field('idlink_va');
  return page === ''
    ? [field('type'), field('timestamp'), field('url'), field('orderId'), field('goalId')].join('\0')
    : `${field('type')}\0${page}`;
}

function addressOf(url: string): string {
  return url === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url.replace(/^\/\//, '')}`;
}

import { object, type Schema } from './json-schema.ts';

/** A page as GraphQL returns it; `page` can be greater than `lastPage`, which is at least 1. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
}

/** The absolute URL of a list without its query, and the effective query in the order it was sent, without `page`. */
export interface Place {
  readonly url: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** One entry in the row of page links; labels are HTML, because older clients print them as they are. */
export interface PageLink {
  readonly url: string | null;
  readonly label: string;
  readonly active: boolean;
}

const EACH_SIDE = 3;

/** Returns a page in the shape of Laravel's LengthAwarePaginator, with everything at the top level. */
export function flatPage<Row>(page: Page<Row>, place: Place) {
  const { url, from, to, prev, next } = locate(page, place);
  return {
    current_page: page.page,
    data: page.rows,
    first_page_url: url(1),
    from,
    last_page: page.lastPage,
    last_page_url: url(page.lastPage),
    links: pageLinks(page, url),
    next_page_url: next,
    path: place.url,
    per_page: page.perPage,
    prev_page_url: prev,
    to,
    total: page.total,
  };
}

/** Returns a page in the shape of Laravel's resource collection, with `data`, `links` and `meta`. */
export function collectionPage<Row>(page: Page<Row>, place: Place) {
  const { url, from, to, prev, next } = locate(page, place);
  return {
    data: page.rows,
    links: { first: url(1), last: url(page.lastPage), prev, next },
    meta: {
      current_page: page.page,
      from,
      last_page: page.lastPage,
      links: pageLinks(page, url),
      path: place.url,
      per_page: page.perPage,
      to,
      total: page.total,
    },
  };
}

function locate(page: Page<unknown>, place: Place) {
  const before = place.query.map(([name, value]) => `${encode(name)}=${encode(value)}&`).join('');
  const url = (number: number) => `${place.url}?${before}page=${number}`;
  const first = (page.page - 1) * page.perPage + 1;
  return {
    url,
    from: page.rows.length > 0 ? first : null,
    to: page.rows.length > 0 ? first + page.rows.length - 1 : null,
    prev: page.page > 1 ? url(page.page - 1) : null,
    next: page.page < page.lastPage ? url(page.page + 1) : null,
  };
}

function pageLinks({ page, lastPage }: Page<unknown>, url: (number: number) => string): PageLink[] {
  const between = pageNumbers(page, lastPage).map(number =>
    number === null
      ? { url: null, label: '...', active: false }
      : { url: url(number), label: String(number), active: number === page },
  );
  return [
    { url: page > 1 ? url(page - 1) : null, label: '&laquo; Previous', active: false },
    ...between,
    { url: page < lastPage ? url(page + 1) : null, label: 'Next &raquo;', active: false },
  ];
}

/** Returns the page numbers to show, null for a gap: all if few, otherwise both ends and the surroundings. */
function pageNumbers(page: number, lastPage: number): (number | null)[] {
  if (lastPage < EACH_SIDE * 2 + 8) return range(1, lastPage);
  const edge = EACH_SIDE + 4;
  const start = range(1, 2);
  const end = range(lastPage - 1, lastPage);
  if (page <= edge) return [...range(1, edge + EACH_SIDE), null, ...end];
  if (page > lastPage - edge) return [...start, null, ...range(lastPage - (edge + EACH_SIDE - 1), lastPage)];
  return [...start, null, ...range(page - EACH_SIDE, page + EACH_SIDE), null, ...end];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Percent-encodes text by RFC 3986, which is stricter than encodeURIComponent. */
function encode(text: string): string {
  // Names, numbers and dates, which most values are, need no encoding.
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const url: Schema = { type: 'string', format: 'uri' };
const noUrl: Schema = { type: ['string', 'null'], format: 'uri' };
const count: Schema = { type: 'integer', minimum: 0 };
const number: Schema = { type: 'integer', minimum: 1 };
const place: Schema = {
  type: ['integer', 'null'],
  minimum: 1,
  description:
    'The position of the first or last row of this page among all rows, starting at 1; null if the page is empty.',
};
const links: Schema = {
  type: 'array',
  description: 'Page links to print in a row: previous, page numbers with gaps, next. Labels are HTML.',
  items: {
    type: 'object',
    required: ['url', 'label', 'active'],
    properties: { url: noUrl, label: { type: 'string' }, active: { type: 'boolean' } },
  },
};

/** Returns the schema of flatPage for rows of this schema. */
export function flatPageSchema(row: Schema): Schema {
  return object({
    current_page: number,
    data: { type: 'array', items: row },
    first_page_url: url,
    from: place,
    last_page: number,
    last_page_url: url,
    links,
    next_page_url: noUrl,
    path: url,
    per_page: number,
    prev_page_url: noUrl,
    to: place,
    total: count,
  });
}

/** Returns the schema of collectionPage for rows of this schema. */
export function collectionPageSchema(row: Schema): Schema {
  return object({
    data: { type: 'array', items: row },
    links: object({ first: url, last: url, prev: noUrl, next: noUrl }),
    meta: object({
      current_page: number,
      from: place,
      last_page: number,
      links,
      path: url,
      per_page: number,
      to: place,
      total: count,
    }),
  });
}

import type { Schema } from './json-schema.ts';

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

/** Returns the schema of an object that always has all of these properties. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

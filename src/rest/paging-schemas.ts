import type { Schema } from './json-schema.ts';

const url: Schema = { type: 'string', format: 'uri' };
const noUrl: Schema = { type: ['string', 'null'], format: 'uri' };
const count: Schema = { type: 'integer', minimum: 0 };
const number: Schema = { type: 'integer', minimum: 1 };
const place: Schema = {
  type: ['integer', 'null'],
  minimum: 1,
  description: 'Number of the first or last row of this page among all; null when the page is empty.',
};
const links: Schema = {
  type: 'array',
  description: 'Links to print in a row: back, page numbers with gaps, forth. Labels are HTML.',
  items: {
    type: 'object',
    required: ['url', 'label', 'active'],
    properties: { url: noUrl, label: { type: 'string' }, active: { type: 'boolean' } },
  },
};

/** Describes what flatPage makes of rows of this schema. */
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

/** Describes what collectionPage makes of rows of this schema. */
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

/** An object that always has all of these properties. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

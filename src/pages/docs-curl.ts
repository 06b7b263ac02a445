import type { Schema } from '../rest/json-schema.ts';
import type { Operation } from '../rest/openapi.ts';

/** Returns a curl call with examples of the required inputs; if no body field is required, of all that have one. */
export function curlOf(method: string, address: string, operation: Operation): string {
  const { parameters, requestBody } = operation;
  const path = parameters
    .filter(parameter => parameter.in === 'path')
    .reduce((text, { name, schema }) => text.replace(`{${name}}`, exampleOf(schema)), address);
  const query = parameters
    .filter(parameter => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(exampleOf(schema))}`)
    .join('&');
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const sent = Object.entries(body?.properties ?? {}).filter(([name, schema]) =>
    body?.required ? body.required.includes(name) : exampleOf(schema) !== '',
  );
  const verb = ['get', 'post'].includes(method) ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${verb} '${path}${query === '' ? '' : `?${query}`}'`,
    "-H 'Authorization: Bearer KEY'",
    ...sent.map(([name, schema]) => `--data-urlencode '${name}=${exampleOf(schema)}'`),
  ].join(' \\\n  ');
}

function exampleOf(schema: Schema): string {
  return Array.isArray(schema.examples) ? String(schema.examples[0]) : '';
}

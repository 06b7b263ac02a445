import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApi } from '../../src/rest/openapi.ts';

type Json = Record<string, unknown>;

/** The checked parts of a response; the request's `path` begins below /api/v1 and can have a query. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The body as received, before parsing. */
  readonly text: string;
}

const document = openApi('/api/v1') as unknown as Json;
// Responses must not contain undocumented fields, although clients are not asked to check that.
const strict = closed(document) as Json;
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...strict });
const validators = new Map<string, ValidateFunction>();

/** Fails unless status, headers, type and body of a response are those that schema/openapi.json documents. */
export function assertDocumented(method: string, path: string, answer: Answered): void {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const pointer = pointerOf(method, type === 'text/csv' ? csvPath(path) : path, answer.status);
  const described = at(pointer);
  const where = `${method} ${path} -> ${answer.status}`;
  for (const [name, header] of Object.entries((described.headers ?? {}) as Record<string, Json>)) {
    const { required, schema } = resolve(header) as { required?: boolean; schema: Json };
    const value = answer.headers.get(name);
    if (value === null) assert.ok(!required, `${where} lacks the header ${name}`);
    else check(schema, schema.type === 'integer' ? Number(value) : value, `${where} header ${name}`);
  }
  const content = described.content as Record<string, Json>;
  assert.ok(content[type], `${where} is of the type ${type}, which is not documented`);
  if (method === 'HEAD') return;
  const media = `${pointer}/content/${stepOf(type)}/schema`;
  let validate = validators.get(media);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi#${media}` });
    validators.set(media, validate);
  }
  const body = type === 'application/json' ? JSON.parse(answer.text) : answer.text;
  assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`);
}

/** Returns every example in the description, with the pointer to the schema it illustrates. */
export function documentedExamples(): { readonly pointer: string; readonly errors: string | null }[] {
  const found: { pointer: string; errors: string | null }[] = [];
  const visit = (node: unknown, pointer: string) => {
    if (typeof node !== 'object' || node === null) return;
    if ('example' in node && 'schema' in node) {
      const validate = ajv.compile({ $ref: `openapi#${pointer}/schema` });
      found.push({ pointer, errors: validate(node.example) ? null : ajv.errorsText(validate.errors) });
    }
    for (const [name, child] of Object.entries(node)) visit(child, `${pointer}/${stepOf(name)}`);
  };
  visit(document, '');
  return found;
}

/** CSV is described at a path of its own, which any client can use; `Accept` gets it at the path for JSON, too. */
function csvPath(path: string): string {
  return path.replace(/(?<!\.csv)(?=\?|$)/, '.csv');
}

/** Returns the description of a response: of its operation or, for unknown paths and methods, of the components. */
function pointerOf(method: string, path: string, status: number): string {
  const bare = path.replace(/\?.*$/s, '');
  const paths = document.paths as Record<string, Json>;
  const matching = Object.keys(paths).filter(template =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(bare),
  );
  // /stats/12.csv also looks like /stats/{id}.
  const template = matching.sort((a, b) => b.length - a.length)[0];
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = template === undefined ? undefined : (paths[template]?.[verb] as Json | undefined);
  if (operation === undefined) {
    assert.ok(status >= 400, `${method} ${path} answers ${status} and is not documented`);
    return `/components/responses/${status}`;
  }
  const response = (operation.responses as Record<string, Json>)[status];
  assert.ok(response, `${method} ${path} answers ${status}, which is not documented`);
  return typeof response.$ref === 'string'
    ? response.$ref.slice(1)
    : `/paths/${stepOf(template ?? '')}/${verb}/responses/${status}`;
}

function check(schema: Json, value: unknown, where: string): void {
  const validate = ajv.compile(schema);
  assert.ok(validate(value), `${where}: ${ajv.errorsText(validate.errors)}`);
}

function resolve(node: Json): Json {
  return typeof node.$ref === 'string' ? at(node.$ref.slice(1)) : node;
}

function at(pointer: string): Json {
  const steps = pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>((node, step) => (node as Json | undefined)?.[step], strict);
  assert.ok(found, `schema/openapi.json has nothing at ${pointer}`);
  return found as Json;
}

function stepOf(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the schema with every object refusing properties that it does not name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, child]) => [name, closed(child)]));
  return copy.type === 'object' && 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

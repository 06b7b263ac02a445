import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { NAMED_STATISTICS } from '../../src/domain/statistics.ts';
import { openApi } from '../../src/rest/openapi.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { documentedExamples } from '../support/openapi.ts';

describe('the OpenAPI description', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document as its readers see it.
  const document = openApi('https://stats.example.com/api/v1') as any;

  it('has exactly one operation for every row of the route table', () => {
    const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs as object).map(verb => `${verb.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      operations,
      ROUTES.map(({ method, path }) => `${method} ${path}`),
    );
    const ids = ROUTES.map(({ describe: { id } }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('lists every statistic', () => {
    const parameters: { name: string; schema: { enum: string[] } }[] = document.paths['/stats/{id}'].get.parameters;
    const name = parameters.find(parameter => parameter.name === 'name');
    assert.deepEqual(
      name?.schema.enum,
      NAMED_STATISTICS.map(statistic => statistic.name),
    );
  });

  it('has examples that match its schemas', () => {
    const examples = documentedExamples();
    assert.ok(examples.length > ROUTES.length);
    assert.deepEqual(
      examples.filter(({ errors }) => errors !== null),
      [],
    );
  });

  it('has one type for every successful response, and an example for every parameter', () => {
    for (const { method, path } of ROUTES) {
      const { responses, parameters } = document.paths[path][method.toLowerCase()];
      for (const status of Object.keys(responses).filter(one => one < '300'))
        assert.equal(Object.keys(responses[status].content).length, 1, `${method} ${path}`);
      for (const { name, example } of parameters)
        assert.notEqual(example ?? null, null, `${method} ${path} has no example for ${name}`);
    }
  });

  it('offers a share in place of an API key only for reading statistics', () => {
    assert.deepEqual(document.components.securitySchemes.share.in, 'query');
    const shared = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs as object).flatMap(([verb, { security }]) => (security ? [[verb, path, security]] : [])),
    );
    const security = [{ key: [] }, { share: [] }];
    assert.deepEqual(
      shared,
      ['', '.csv', '.json', '/properties', '/explain', '/funnel', '/journeys', '/returns'].map(format => [
        'get',
        `/stats/{id}${format}`,
        security,
      ]),
    );
  });

  it('has no dangling references', () => {
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = (pointer as string)
        .split('/')
        .slice(1)
        .reduce((node, step) => node?.[step], document);
      assert.ok(found, pointer);
    }
  });
});

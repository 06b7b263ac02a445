import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { checkMessages, englishMessages, isMostOf, isWithin, PATHS, ROOT, sentencesIn } from '../support/sentences.ts';

/** The code whose errors people meet on the pages. For the faults of imported files, see faults.test.ts. */
const FILES =
  /^(errors|domain\/(hostname|ip-addresses|lines|page-groups|shields|time-zone|website-hosts|website-settings|inputs\/[\w-]+)|(accounts|forget|websites)\/[\w-]+|db\/open|graphql\/(complexity|error-responses|request)|http\/rate-limit|imports\/(begin-undo|import-fields|imports|upload|upload-parts|upload-room)|reports\/(alerts|recipients|test-report)|rest\/refusal|stats\/(budget|counts|explained-days|line|seats))\.ts$/;

/** Code whose errors no page shows: commands, collecting, and operations that no page sends. */
const OTHER_FILES =
  /^(backup|cli|collect|jobs|service|spool)\/|^(graphql\/limits|http\/caller|http\/collect-endpoints|imports\/sources\/.*|rest\/handler)\.ts$/;

/** Sentences, by how they begin, that only calls of the API can meet, because the pages cannot send what they refuse. */
const ONLY_API = [
  'The input is not valid.',
  // Keys of the API.
  'This API key has the scope',
  'API keys may not change',
  'The scope must be',
  'Something went wrong on our side; try again later.',
  // Values that no field of a form sends: it has a default, a choice or a type of its own.
  'The setting "…" is neither on nor off',
  'The … is not valid; use … or …',
  'The … is not a string',
  'The … are not a list of strings',
  'The domain is not a string',
  'The … is missing; …',
  'The … … is not a time of day',
  'The … … …; use another value',
  'The password cannot be cleared',
  'Neither id nor domain is given',
  'Both id and domain are given',
  'contains a line break; use one parameter name per entry.',
  'is not an instant with an offset',
  'is not a decimal number',
  'is not a count',
  'is not a number of levels',
  'is not a number of nodes',
  'Both start and end are given',
  'Journeys by … have no',
  // The dialog for what the preview does not show any more has words of its own.
  'The choice has … hits now',
  // Filters and conditions that no form makes.
  'The operator … of',
  'The values of the filter are not a list',
  'The filter names the statistic PROPERTY',
  'The statistic … cannot be filtered on',
  'The name … of the filter',
  'The filter is not valid JSON',
  'The … of the filter is not a list',
  'The list "…" of the filter is empty',
  'The filter has the unknown key',
  'A part of the filter is not an object',
  'Each part of a filter has exactly one',
  'A condition of the filter has',
  'The condition on … has no values',
  'The values of a condition are not a list',
  'A condition is not an object',
  'The conditions are not a list',
  'The property of the filter is not an object',
  'The event of the property … is empty',
  'The statistic property counts by',
  'Only the statistic property has',
  'A step of the funnel has',
  '…; use a list of them',
  'use one of ….',
  // Requests and uploads that no page sends.
  'The method … is not supported',
  'The content type … is not supported',
  'The content encoding … is not supported',
  'The request comes from a page of another site',
  'The request has … operations',
  'The body is not',
  '… is not valid JSON',
  '… is nested deeper',
  'The field … does not exist',
  'The source … does not exist',
  'The dry run is',
  '… was sent as',
  'The field file was sent as text',
  // The page has a sentence of its own for it.
  'Unauthenticated.',
  'More than … fields were sent.',
  'Files are sent as multipart/form-data',
  'No file was sent',
];

/** What no literal of the code has, because graphql-js writes it. */
const FOREIGN = ['error.number.whole', 'error.number.large'];

const LITERALS = PATHS.filter(path => FILES.test(path)).flatMap(path => sentencesIn(path));
const ENGLISH = englishMessages('errors');

it('the code that makes errors is looked at, or is known to be met by no page', () => {
  const unknown = PATHS.filter(path => !FILES.test(path) && !OTHER_FILES.test(path)).filter(path =>
    /\b(new AppError|badInput)\(\s*[^\s)]*['"`{[]/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  assert.deepEqual(unknown, []);
});

it('a sentence of an error that people can meet on a page is in the catalogue of every language', () => {
  assert.ok(LITERALS.length > 150);
  const found = LITERALS.filter(text => !ONLY_API.some(start => text.startsWith(start)));
  const missing = found.filter(text => !ENGLISH.some(({ sentence }) => isWithin(text, sentence)));
  assert.deepEqual(missing, [], 'Add it to errors.json of every language, or here if only the API can meet it.');
});

it('every message for an error is a sentence of the code, and every exception above is one, too', () => {
  const unknown = ENGLISH.filter(
    ({ key, sentence }) => !FOREIGN.includes(key) && !LITERALS.some(text => isMostOf(text, sentence)),
  );
  assert.deepEqual(
    unknown.map(({ message }) => message),
    [],
  );
  const idle = ONLY_API.filter(start => !LITERALS.some(text => text.startsWith(start)));
  assert.deepEqual(idle, []);
});

it('every message for an error has plain placeholders in English, and is found by its sentence', () => {
  checkMessages(ENGLISH);
});

import assert from 'node:assert/strict';
import { it } from 'vitest';
import { checkMessages, englishMessages, isMostOf, isWithin, PATHS, sentencesIn } from '../support/sentences.ts';

/** The code whose sentences pages show: of imports, the warnings of a website, the history of jobs, and deliveries of alerts. */
const FILES =
  /^(collect\/(parse|steps)|domain\/hit-values|graphql\/ledger|imports\/.+|jobs\/(retention|runner)|reports\/(alert-(delivery|watch)|send|webhook)|service\/(backup-process|jobs))\.ts$/;

/** Code of errors (see errors.test.ts), of docs/imports.md, and of the command line: following logs, fetching from Matomo. */
const OTHER_FILES =
  /^imports\/((begin-undo|import-fields|imports|upload|upload-parts|upload-room)|follow\/.+|sources\/(matomo\/(api|fetched)|\w[\w-]+\/guide))\.ts$/;

/** Sentences, by how they begin, that no reader of a page meets. */
const NOT_SHOWN = [
  // Of hits that are collected: rows of a file have no body, and what is left out of a hit that counts is not listed.
  'The body is not a JSON object',
  'The props beside event were left out',
  'The value was left out',
  // For the process itself, which stops its work.
  'The import … is no longer held',
  // How to get a file, for docs/imports.md.
  "Let Footfall fetch the visits from Matomo's API",
  'Umami Cloud: *Settings*',
  // The name of an event.
  'Outbound link: …',
  // For the log.
  'Background work',
  'The end of a run of background work',
  'A report failed and',
  'A report could not be sent',
  'A website could not be checked',
  'Another process has this report.',
];

const LITERALS = PATHS.filter(path => FILES.test(path) && !OTHER_FILES.test(path)).flatMap(path => sentencesIn(path));
const ENGLISH = englishMessages('faults').filter(({ key }) => !key.startsWith('fault.at.'));

it('a sentence about an import, a warning of a website or a note of a job or delivery is in the catalogue of every language', () => {
  assert.ok(LITERALS.length > 120);
  const found = LITERALS.filter(text => !NOT_SHOWN.some(start => text.startsWith(start)));
  const missing = found.filter(text => !ENGLISH.some(({ sentence }) => isWithin(text, sentence)));
  assert.deepEqual(missing, [], 'Add it to faults.json of every language, or here if no page shows it.');
});

it('every message for such a sentence is one of the code, and every exception above is one, too', () => {
  const unknown = ENGLISH.filter(({ sentence }) => !LITERALS.some(text => isMostOf(text, sentence)));
  assert.deepEqual(
    unknown.map(({ message }) => message),
    [],
  );
  const idle = NOT_SHOWN.filter(start => !LITERALS.some(text => text.startsWith(start)));
  assert.deepEqual(idle, []);
});

it('every such message has plain placeholders in English, and is found by its sentence', () => {
  checkMessages(ENGLISH);
});

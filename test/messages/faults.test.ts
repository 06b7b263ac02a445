import assert from 'node:assert/strict';
import { it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/languages.ts';
import { readCatalogue } from '../../src/messages/catalogues.ts';
import { faultIn, sentenceIn } from '../../src/messages/errors.ts';

const ENCRYPTED = 'The zip is encrypted; use one without a password.';

it('a fault keeps the file and the line that it begins with', () => {
  assert.equal(
    faultIn('de', `my: own.zip: ${ENCRYPTED}`),
    'my: own.zip: Die ZIP-Datei ist verschlüsselt. Verwenden Sie eine ohne Passwort.',
  );
  assert.equal(faultIn('ja', 'a.txt, line 7: The line has no status.'), 'a.txtの7行目：ステータスがありません。');
  assert.equal(faultIn('en', `a.zip: ${ENCRYPTED}`), `a.zip: ${ENCRYPTED}`);
  assert.equal(faultIn('de', 'a.zip: Nobody wrote: this.'), 'a.zip: Nobody wrote: this.');
});

it('a sentence within a sentence is translated as well', () => {
  assert.equal(
    sentenceIn('de', 'No row can be read. The hour "25" is not a number from 0 to 23.'),
    'Keine Zeile ist lesbar. Die Stunde „25“ ist keine Zahl von 0 bis 23.',
  );
});

it('statistics, metrics and totals have the names of the language, and lists its words', () => {
  assert.equal(
    sentenceIn('fr', 'The statistic utm_source counts pageviews, which the row does not have.'),
    '« Sources de campagne » compte les pages vues, qui manquent dans la ligne.',
  );
  assert.match(
    sentenceIn(
      'de',
      'Pages had too many new values on 2026-03-10: 12 pageviews count under (other). Send fewer different values.',
    ),
    /^Seiten: .*; 12 Seitenaufrufe zählen unter „\(andere\)“\. Senden Sie weniger verschiedene Werte\.$/,
  );
  assert.match(
    sentenceIn('de', 'Its counts of visitors add up to more than a website can have; check the columns of the file.'),
    /„Besucher“/,
  );
  assert.match(
    sentenceIn(
      'de',
      'Imports 7 (a, b.gz), 8 (c and 9.gz), and 9 (d.gz) left out rows because this import has them; to keep these rows without it, undo those as well, and import their files again.',
    ),
    /^Die Importe 7 \(a, b\.gz\), 8 \(c and 9\.gz\) und 9 \(d\.gz\) haben/,
  );
});

it('a file of no known tool is told with the choices of the page, and with its names of formats', () => {
  const known = 'Umami, Access logs, CSV of sums';
  const unknown = `It is not recognised as an export of any tool that can be imported. If it is from one of these, choose the tool under "More choices" (as source in the API and on the command line) and import it again: ${known}.`;
  for (const { code } of LANGUAGES)
    assert.ok(sentenceIn(code, unknown).includes(readCatalogue(code, 'imports')['imports.choices'] ?? '?'), code);
  assert.match(sentenceIn('de', unknown), /: Umami, Zugriffsprotokolle oder CSV mit Summen\.$/);
});

it('a plural follows the number', () => {
  const cities = (rows: number) =>
    `The city of ${rows} rows is not among the 32,000 largest; they count in their region and country.`;
  assert.match(sentenceIn('de', cities(1)), /^Bei 1 Zeile ist/);
  assert.match(sentenceIn('de', cities(2)), /^Bei 2 Zeilen ist/);
});

it('a fault names its subject, because it stands after the name of a file', () => {
  const pronouns: Readonly<Record<string, RegExp>> = {
    de: /^(Sie|Er|Es(?! gibt)|Ihre?) |wäre sie/,
    fr: /^(Il (?!manque|n’y a)|Elle |Ce n’est|C’est |Ses |Décompressé, il)/,
    pt: /^(Ele|Ela|Seus|Suas|É|Não é|Descompactado, ele) /,
  };
  for (const [code, pronoun] of Object.entries(pronouns))
    for (const [key, text] of Object.entries(readCatalogue(code as Language, 'faults')))
      if (key.startsWith('fault.')) assert.doesNotMatch(text, pronoun, `${code}: ${key}`);
  const packed = 'It cannot be unpacked; download it again.';
  assert.match(faultIn('de', `a.zip: ${packed}`), /^a\.zip: Die Datei lässt sich nicht entpacken\. /);
  assert.match(faultIn('pt', `a.zip, line 2: ${packed}`), /^a\.zip, linha 2: O arquivo não pode /);
});

it('a tool has a name that fits the sentence, and the words of the language if it is a format', () => {
  const two = 'b.log: It is from access_log, but other files are from umami; import them one after the other.';
  assert.match(faultIn('de', two), /^b\.log: Die Datei gehört zu „Zugriffsprotokolle“, andere gehören zu „umami“\. /);
  assert.match(faultIn('fr', two), /«\u202fJournaux d’accès\u202f»/);
  for (const { code } of LANGUAGES)
    assert.doesNotMatch(readCatalogue(code, 'statistics')['imported.from'] ?? '', /(aus|de) \{tool/, code);
});

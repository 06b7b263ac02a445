import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { beginUndo } from '../../src/imports/imports.ts';
import { addImport } from '../../src/imports/new-import.ts';
import { auditsOf } from '../../src/websites/audit.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { type RestServer, startRest } from '../support/rest.ts';

eachDatabase('The audit log', open => {
  let place: Place;
  let rest: RestServer;
  beforeAll(async () => {
    place = await open();
    rest = await startRest(place);
    await rest.call('POST', '/websites', { body: { domain: 'demo.example' } });
  });
  afterAll(() => rest.close());

  /** Returns the entries since the last call, the earliest first. */
  let seen = 0;
  const news = async () => {
    const [entries = []] = await auditsOf(rest.database, [1]);
    const fresh = entries.filter(({ id }) => id > seen).reverse();
    seen = Math.max(seen, ...fresh.map(({ id }) => id));
    return fresh;
  };
  const words = async () => (await news()).map(({ action, details }) => `${action} ${details}`);

  it('notes settings with their values, but lists and secrets by their names only', async () => {
    const input = '{ privacy: PASSWORD, password: "sesame", excludeIps: ["192.0.2.7"], excludeBots: false }';
    await rest.ask(`mutation { updateWebsite(id: 1, input: ${input}) { id } }`);
    const [entry, ...others] = await news();
    const text = 'settings: privacy (private to password), password, exclude bots (on to off), excluded addresses';
    assert.deepEqual([entry?.action, entry?.details, others], ['change', text, []]);
    assert.ok(entry?.accountId);
    // The same again changes nothing.
    await rest.ask('mutation { updateWebsite(id: 1, input: { excludeBots: false }) { id } }');
    assert.deepEqual(await news(), []);
  });

  it('notes what is created, changed and deleted, and nothing that was refused', async () => {
    const goal = '{ name: "Sign \\"up\\"", kind: PAGE, pattern: "/thanks" }';
    // biome-ignore lint/suspicious/noExplicitAny: raw responses are read.
    const ask = (text: string) => rest.ask(`mutation { ${text} }`) as Promise<any>;
    const { createGoal } = await ask(`createGoal(website: 1, input: ${goal}) { id }`);
    await ask(`updateGoal(id: "${createGoal.id}", input: ${goal.replace('Sign', 'Signed')}) { id }`);
    await ask(`deleteGoal(id: "${createGoal.id}")`);
    const { createShare } = await ask('createShare(website: 1, input: { name: "Sheet" }) { share { id } }');
    await ask(`deleteShare(id: "${createShare.share.id}")`);
    await ask('createAnnotation(website: 1, input: { date: "2026-01-05", text: "Secret plan" }) { id }');
    await ask('setReportRecipient(website: 1, email: "bob@example.com", frequencies: [WEEKLY]) { email }');
    await ask('removeReportRecipient(website: 1, email: "bob@example.com") { email }');
    await ask('setAlerts(website: 1, input: { kinds: [], byMail: false }) { settings { webhookUrl } }');
    assert.deepEqual(await words(), [
      'create goal "Sign "up""',
      'change goal "Signed "up""',
      'delete goal "Signed "up""',
      'create share link "Sheet"',
      'delete share link "Sheet"',
      'create annotation',
      'change recipients of reports',
      'change recipients of reports',
      'change alerts',
    ]);
    await assert.rejects(ask(`deleteGoal(id: "${createGoal.id}")`));
    assert.deepEqual(await news(), []);
  });

  it('notes imports and their undoing, but no dry run', async () => {
    const { database } = rest;
    const given = { website: 1, account: null, source: null, files: [], timezone: null, until: null, mapping: null };
    const dry = await addImport(database, { ...given, dryRun: true }, 1);
    await beginUndo(database, dry.id);
    const { id } = await addImport(database, { ...given, dryRun: false }, 2);
    await beginUndo(database, id);
    await beginUndo(database, id);
    const entries = await news();
    assert.deepEqual(
      entries.map(({ action, details, via }) => [action, details, via]),
      [
        ['import', `import ${id}`, 'command'],
        ['undo', `import ${id}`, 'command'],
      ],
    );
  });
});

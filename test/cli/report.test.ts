import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithReports } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

eachDatabase('The command report send', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));

  async function fresh(): Promise<{ env: Record<string, string>; smtp: TestSmtp; database: Database }> {
    const place = await open();
    const database = await databaseWithReports(place, 2);
    const smtp = await openSmtp();
    closing.push(database.close, smtp.close);
    return { env: { DATABASE_URL: place.url, DATA_DIR: place.dataDir, SMTP_URL: smtp.url }, smtp, database };
  }

  it('sends and lists reports that were not sent yet, and repeats them only with --force', async () => {
    const { env, smtp } = await fresh();
    const first = await footfall('report send --now --website site-1.example', env);
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.equal(first.out, 'Sent: weekly report of site-1.example to ada@example.com\n');
    const all = await footfall('report send --now --json', env);
    const told = JSON.parse(all.out);
    assert.equal(told.sentBefore, 1);
    assert.deepEqual(
      told.sent.map(({ website }: { website: string }) => website),
      ['site-2.example'],
    );
    assert.match(told.sent[0].from, /^\d{4}-\d\d-\d\d$/);
    assert.equal((await footfall('report send --now', env)).out, 'Already sent: 2; --force sends them again.\n');
    assert.equal(smtp.received.length, 2);
    await footfall('report send --now --website 1 --force', env);
    assert.equal(smtp.received.length, 3);
    assert.equal(new Set(smtp.received.map(({ mail }) => mail.messageId)).size, 3);
  });

  it('lists the reports it sent even if others failed', async () => {
    const { env, smtp } = await fresh();
    let mails = 0;
    smtp.trouble = recipient => {
      if (recipient === '') mails++;
      return mails > 1 ? { at: 'RCPT', code: 550 } : null;
    };
    const { code, out, err } = await footfall('report send --now --json', env);
    const { sent, unsent } = JSON.parse(out);
    assert.deepEqual([code, smtp.received.length, sent.length, unsent.length], [1, 1, 1, 1]);
    assert.match(unsent[0].reason, /550/);
    assert.match(err, /^A report could not be sent\./);
  });

  it('fails without a mail server, if it refuses, and for a website that does not exist or has no reports', async () => {
    const { env, smtp, database } = await fresh();
    const { SMTP_URL: _none, ...without } = env;
    const off = await footfall('report send --now', without);
    assert.equal(off.code, 1);
    assert.match(off.err, /there is no mail server; set SMTP_URL/);
    smtp.trouble = () => ({ at: 'RCPT', code: 550 });
    const refused = await footfall('report send --now --website site-1.example', env);
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /A report could not be sent\.\nweekly report of site-1\.example to ada@example\.com: .*550/,
    );
    smtp.trouble = () => null;
    const away = await footfall('report send --now', { ...env, SMTP_URL: 'smtp://127.0.0.1:1' });
    assert.equal(away.code, 1);
    assert.match(away.err, /2 reports could not be sent\.[\s\S]*ECONNREFUSED/);
    assert.equal((await footfall('report send --now --website nowhere.example', env)).code, 1);
    await database.dialect.run('UPDATE website SET email = 0 WHERE id = 2');
    const silent = await footfall('report send --now --website site-2.example', env);
    assert.equal(silent.code, 1);
    assert.match(silent.err, /The reports of site-2\.example are off/);
    assert.equal(smtp.received.length, 0);
  });
});

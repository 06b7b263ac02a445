import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { registerJobs } from '../../src/jobs/runs.ts';
import { createLog } from '../../src/log.ts';
import { raiseAlert } from '../../src/reports/alerts.ts';
import { eachDatabase } from '../support/databases.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql.ts';
import { openSmtp } from '../support/smtp.ts';

eachDatabase('Reports, alerts and background jobs over GraphQL', open => {
  let server: GraphqlServer;
  let website = '';
  beforeAll(async () => {
    server = await startGraphql(await open(), { webhookAllow: ['10.9.0.0/16'] });
    const made = await server.ask('mutation { createWebsite(input: { domain: "a.example" }) { id } }');
    website = made.data.createWebsite.id;
  });
  afterAll(() => server.close());

  const set =
    'mutation($website: ID!, $email: String, $often: [ReportFrequency!]!) { setReportRecipient(website: $website, email: $email, frequencies: $often) { email frequencies unsubscribedAt } }';

  test('recipients can be added, changed and removed with write access', async () => {
    const add = await server.ask(set, { website, email: 'Bob@Example.COM', often: ['DAILY', 'MONTHLY'] });
    assert.deepEqual(add.data.setReportRecipient, [
      { email: 'Bob@example.com', frequencies: ['DAILY', 'MONTHLY'], unsubscribedAt: null },
    ]);
    // The same mailbox, and that of the account.
    const changed = await server.ask(set, { website, email: 'bob@example.com', often: ['DAILY', 'MONTHLY'] });
    assert.deepEqual(changed.data, add.data);
    const { viewer } = (await server.ask('{ viewer { email } }')).data;
    const own = await server.ask(set, { website, email: viewer.email.toUpperCase(), often: ['DAILY'] });
    assert.match(own.errors[0]?.extensions.fields?.email?.[0] ?? '', / is the account's own address, which is a /);
    const bad = await server.ask(set, { website, email: 'bob@example.com\r\nBcc: eve@example.com', often: ['DAILY'] });
    assert.equal(bad.errors[0]?.extensions.code, 'BAD_USER_INPUT');
    assert.ok(bad.errors[0]?.extensions.fields?.email);
    for (const [key, code] of [
      [server.keys.read, 'FORBIDDEN'],
      [server.keys.other, 'NOT_FOUND'],
      [null, 'UNAUTHENTICATED'],
    ] as const) {
      const refused = await server.ask(set, { website, email: 'eve@example.com', often: ['DAILY'] }, key);
      assert.equal(refused.errors[0]?.extensions.code, code);
    }
    await server.database.dialect.run('UPDATE report_recipient SET unsubscribed_at = 1');
    const again = await server.ask(set, { website, email: 'Bob@example.com', often: ['DAILY'] });
    assert.match(again.errors[0]?.message ?? '', /has unsubscribed/);
  });

  test('the secret of a webhook is returned once and changes with its URL', async () => {
    const change =
      'mutation($website: ID!, $input: AlertsInput!) { setAlerts(website: $website, input: $input) { webhookSecret settings { kinds byMail webhookUrl } } }';
    const input = { kinds: ['SPIKE', 'NO_HITS'], webhookUrl: 'https://hook.example/a' };
    const first = (await server.ask(change, { website, input })).data.setAlerts;
    assert.match(first.webhookSecret, /^whsec_[0-9A-Za-z]{40}$/);
    assert.deepEqual(first.settings, {
      kinds: ['SPIKE', 'NO_HITS'],
      byMail: true,
      webhookUrl: 'https://hook.example/a',
    });
    assert.equal((await server.ask(change, { website, input })).data.setAlerts.webhookSecret, null);
    const moved = await server.ask(change, { website, input: { ...input, webhookUrl: 'https://hook.example/b' } });
    assert.notEqual(moved.data.setAlerts.webhookSecret, first.webhookSecret);
    for (const webhookUrl of ['ftp://x.example', 'nonsense', 'https://user:pass@x.example/', 'javascript:alert(1)']) {
      const bad = await server.ask(change, { website, input: { ...input, webhookUrl } });
      assert.ok(bad.errors[0]?.extensions.fields?.['input.webhookUrl'], webhookUrl);
    }
  });

  test('a webhook names no address that no delivery would reach', async () => {
    const change =
      'mutation($website: ID!, $input: AlertsInput!) { setAlerts(website: $website, input: $input) { settings { webhookUrl } } }';
    const set = (webhookUrl: string) => server.ask(change, { website, input: { kinds: [], webhookUrl } });
    const numbers = ['10.1.2.3', '192.168.0.1', '127.1', '169.254.1.1', '[::1]', '[fc00::1]', '[fe80::1]'];
    for (const host of [...numbers, 'localhost', 'LOCALHOST.:8080', 'api.localhost']) {
      const [error] = (await set(`https://${host}/hook`)).errors;
      assert.equal(error?.extensions.code, 'BAD_USER_INPUT', host);
      assert.match(
        error?.extensions.fields?.['input.webhookUrl']?.[0] ?? '',
        / is not public; use .* WEBHOOK_ALLOW\.$/,
      );
    }
    for (const url of [
      'https://93.184.216.34/',
      'https://[2606:4700::1]/',
      'https://hook.internal/',
      'https://localhost.example/',
      'http://10.9.0.7:81/',
    ])
      assert.equal((await set(url)).data.setAlerts.settings.webhookUrl, url);
  });

  test('alert settings changed twice at the same time have one secret, returned to one caller', async () => {
    const { id } = (await server.ask('mutation { createWebsite(input: { domain: "twice.example" }) { id } }')).data
      .createWebsite;
    const change =
      'mutation($id: ID!, $input: AlertsInput!) { setAlerts(website: $id, input: $input) { webhookSecret settings { kinds } } }';
    const input = { kinds: ['SPIKE', 'DROP', 'SPIKE'], webhookUrl: 'https://hook.example/a' };
    const answers = await Promise.all([1, 2, 3].map(() => server.ask(change, { id, input })));
    const secrets = answers.flatMap(({ data }) => data.setAlerts.webhookSecret ?? []);
    const stored = await server.database.alertSettings.findByPk(Number(id));
    assert.deepEqual(secrets, [stored?.webhookSecret]);
    assert.deepEqual(answers[0]?.data.setAlerts.settings.kinds, ['SPIKE', 'DROP'], 'a kind that is sent twice is one');
  });

  test('alerts are returned with their deliveries', async () => {
    const alert = { websiteId: Number(website), kind: 'SPIKE', slot: 7, at: 1_000, count: 9, usual: 3 } as const;
    await raiseAlert(server.database, alert, ['mail', 'webhook']);
    const { data } = await server.ask(
      `{ website(id: ${website}) { alerts { kind count usual deliveries { channel state attempts } } reports { state } } }`,
    );
    assert.deepEqual(data.website.alerts[0].kind, 'SPIKE');
    assert.deepEqual(data.website.alerts[0].deliveries.length, 2);
    assert.deepEqual(data.website.reports, []);
  });

  test('background jobs are visible only to admins', async () => {
    await registerJobs(server.database, [{ name: 'salts', every: 3_600_000 }], 0);
    const ask = '{ jobs { name everySeconds failures running lastRun { outcome } } jobRuns { name outcome } }';
    const refused = await server.ask(ask, {}, server.keys.other);
    assert.equal(refused.errors[0]?.extensions.code, 'FORBIDDEN');
    assert.equal(refused.errors[0]?.message, 'Only an admin may see background jobs; ask one of your admins.');
    const { data } = await server.ask(ask);
    assert.deepEqual(data.jobs, [{ name: 'salts', everySeconds: 3600, failures: 0, running: false, lastRun: null }]);
    assert.deepEqual(data.jobRuns, []);
  });

  test('all stored job runs can be read page by page', async () => {
    for (let run = 0; run < 130; run++)
      await server.database.jobRuns.create({
        run: `run-${run}`,
        name: run % 2 ? 'fold' : 'salts',
        process: 'a:1',
        startedAt: run,
        outcome: 'done',
        note: `${run}`,
      });
    const notes = async (args: string): Promise<string[]> =>
      (await server.ask(`{ jobRuns${args} { note } }`)).data.jobRuns.map(({ note }: { note: string }) => note);
    const all = Array.from({ length: 130 }, (_, run) => `${129 - run}`);
    assert.deepEqual(await notes(''), all.slice(0, 100));
    assert.deepEqual(await notes('(page: 2)'), all.slice(100));
    assert.deepEqual(await notes('(page: 2147483647)'), []);
    assert.deepEqual(await notes('(perPage: 10, page: 13)'), all.slice(120));
    assert.deepEqual(await notes('(perPage: null, page: null)'), all.slice(0, 100));
    assert.deepEqual(
      await notes('(name: "fold", perPage: 25, page: 3)'),
      all.filter(note => Number(note) % 2).slice(50),
    );
    const { errors } = await server.ask('{ jobRuns(perPage: 7, page: 0) { note } }');
    assert.deepEqual(
      errors.flatMap(({ extensions }) => Object.keys(extensions.fields ?? {})),
      ['perPage', 'page'],
    );
  });

  test('the note on a job run is in the language that the URL asks for', async () => {
    const note = 'Removed 1 hit and 3 visits.';
    const run = { run: 'run-retention', name: 'retention', process: 'a:1', startedAt: 200, outcome: 'done' } as const;
    await server.database.jobRuns.create({ ...run, note });
    const notes = async (search: string) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.keys.write}` },
        body: JSON.stringify({ query: '{ jobRuns(name: "retention") { note } }' }),
      };
      return (await server.send(init, search)).data.jobRuns;
    };
    assert.deepEqual(await notes(''), [{ note }]);
    assert.deepEqual(await notes('?lang=de'), [{ note: '1 Hit und 3 Besuche entfernt.' }]);
    const failed = {
      'The run did not end within 7 seconds.': 'Der Lauf endete nicht innerhalb von 7 Sekunden.',
      'The backup ended with code 1: disk I/O error': 'Das Backup endete mit dem Code 1: disk I/O error',
      'The backup ended with a signal: ': 'Das Backup wurde durch ein Signal beendet: ',
    };
    for (const [at, [english, german]] of Object.entries(failed).entries()) {
      const row = { ...run, run: `run-failed-${at}`, startedAt: 201 + at, outcome: 'failed' } as const;
      await server.database.jobRuns.create({ ...row, note: english });
      assert.deepEqual([(await notes(''))[0].note, (await notes('?lang=de'))[0].note], [english, german]);
    }
  });

  test('a test report goes to the caller, or fails with the reason', async () => {
    const send = 'mutation($website: ID!) { sendTestReport(website: $website) }';
    const without = await server.ask(send, { website });
    assert.equal(without.errors[0]?.extensions.code, 'UNAVAILABLE');
    assert.match(without.errors[0]?.message ?? '', /no mail server/);
    assert.equal((await server.ask('{ viewer { sendsMail } }')).data.viewer.sendsMail, false);

    const smtp = await openSmtp();
    let now = Date.parse('2026-03-18T12:00:00Z');
    const mailing = {
      route: { smtpUrl: smtp.url, mailFrom: 'Footfall <stats@example.com>' },
      baseUrl: 'https://stats.example.com',
      log: createLog('silent'),
    };
    const mailer = await startGraphql(await open(), { mailing, now: () => now });
    try {
      await mailer.ask('mutation { createWebsite(input: { domain: "b.example" }) { id } }');
      assert.equal((await mailer.ask('{ viewer { sendsMail } }')).data.viewer.sendsMail, true);
      assert.equal((await mailer.ask(send, { website: 1 })).data.sendTestReport, 'ada@example.com');
      const [received] = smtp.received;
      assert.deepEqual(received?.to, ['ada@example.com']);
      assert.equal(received?.mail.subject, 'Test: b.example: no visitors from March 9 to 15');
      const again = await mailer.ask(send, { website: 1 });
      assert.equal(again.errors[0]?.extensions.code, 'RATE_LIMITED');

      now += 60_000;
      smtp.trouble = () => ({ at: 'RCPT', code: 550 });
      const refused = await mailer.ask(send, { website: 1 });
      assert.equal(refused.errors[0]?.extensions.code, 'UNAVAILABLE');
      assert.match(refused.errors[0]?.message ?? '', /did not accept the report: .*not now/);
      for (const [key, code] of [
        [mailer.keys.read, 'FORBIDDEN'],
        [mailer.keys.other, 'NOT_FOUND'],
        [null, 'UNAUTHENTICATED'],
      ] as const)
        assert.equal((await mailer.ask(send, { website: 1 }, key)).errors[0]?.extensions.code, code);
      assert.equal(smtp.received.length, 1);
    } finally {
      await mailer.close();
      await smtp.close();
    }
  });
});

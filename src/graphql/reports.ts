import { recipientInput } from '../domain/inputs/recipient.ts';
import { FREQUENCIES, type Frequency } from '../domain/period.ts';
import { dateOf } from '../domain/range.ts';
import { type Recipient, removeRecipient, setRecipient } from '../reports/recipients.ts';
import type { SentReport } from '../reports/reports.ts';
import { sendTestReport } from '../reports/test-report.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { Viewer } from './viewer.ts';
import { Website } from './website.ts';

const OFTEN: Record<Frequency, string> = {
  DAILY: 'Every day, about the day before.',
  WEEKLY: 'On Mondays, about the week before.',
  MONTHLY: 'On the first of a month, about the month before.',
};

const ReportFrequency = builder.enumType('ReportFrequency', {
  description: 'How often a report comes: at 08:00 in the time zone of the website.',
  values: Object.fromEntries(FREQUENCIES.map(name => [name, { description: OFTEN[name] }])) as {
    [Name in Frequency]: { description: string };
  },
});

const ReportRecipient = builder.objectRef<Recipient>('ReportRecipient').implement({
  description: 'Somebody who gets the reports of a website while its `emailReports` are on.',
  fields: t => ({
    email: t.string({
      nullable: true,
      description: 'The address; null for that of the account itself.',
      resolve: ({ email }) => email || null,
    }),
    frequencies: t.field({
      type: [ReportFrequency],
      description: 'How often they get one.',
      resolve: ({ frequencies }) => [...frequencies],
    }),
    unsubscribedAt: t.expose('unsubscribedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they asked for no more; null while they want them.',
    }),
  }),
});

const ReportState = builder.enumType('ReportState', {
  description: 'What became of a report.',
  values: {
    CLAIMED: { value: 'claimed', description: 'It is being sent.' },
    HANDED: {
      value: 'handed',
      description:
        'Its end was transmitted; if nothing follows, nobody knows whether it arrived, and it is not sent again.',
    },
    WAITING: { value: 'waiting', description: 'The mail server did not take it, and it is tried again.' },
    SENT: { value: 'sent', description: 'The mail server has it.' },
    FAILED: { value: 'failed', description: 'It was given up.' },
  } as const,
});

const Report = builder.objectRef<SentReport>('Report').implement({
  description: 'One report to one recipient about one period.',
  fields: t => ({
    email: t.string({
      nullable: true,
      description: 'The recipient; null for the account and for one who was removed.',
      resolve: ({ email }) => email || null,
    }),
    frequency: t.expose('frequency', { type: ReportFrequency, description: 'What kind of period it is about.' }),
    from: t.field({ type: 'Date', description: 'The first day of the period.', resolve: ({ day }) => dateOf(day) }),
    state: t.expose('state', { type: ReportState, description: 'What became of it.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When that was.' }),
    note: t.exposeString('note', { description: 'Why it waits or was given up, in the words of the mail server.' }),
  }),
});

builder.objectField(Website, 'reportRecipients', t =>
  t.field({
    type: [ReportRecipient],
    description: 'Who gets reports. The account itself is among them once a report was due.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.recipients.load(website.id),
  }),
);

builder.objectField(Website, 'reports', t =>
  t.field({
    type: [Report],
    description: 'The latest 100 reports and what became of them, the last change first.',
    // A website has up to a hundred, each with a text of the mail server.
    extensions: { weight: 40 },
    resolve: (website, _, { loaders }) => loaders.reports.load(website.id),
  }),
);

builder.mutationField('setReportRecipient', t =>
  t.field({
    type: [ReportRecipient],
    description:
      'Adds a recipient or changes how often they get reports; answers all. A website has at most 20 beside the account.',
    args: {
      website: t.arg.id({ required: true, description: 'The number of the website.' }),
      email: t.arg.string({ description: 'The address; without it the account itself.' }),
      frequencies: t.arg({ type: [ReportFrequency], required: true, description: 'How often, one or more.' }),
    },
    validate: checked(recipientInput.shape),
    resolve: (_, { website, ...recipient }, { database, viewer, now }) =>
      setRecipient(database, viewer, website, recipient, now()),
  }),
);

builder.mutationField('removeReportRecipient', t =>
  t.field({
    type: [ReportRecipient],
    description: 'Takes a recipient off and answers the others; who has unsubscribed stays listed.',
    args: {
      website: t.arg.id({ required: true, description: 'The number of the website.' }),
      email: t.arg.string({ required: true, description: 'The address.' }),
    },
    resolve: (_, { website, email }, { database, viewer }) => removeRecipient(database, viewer, website, email),
  }),
);

builder.mutationField('sendTestReport', t =>
  t.field({
    type: 'String',
    description:
      'Sends the report about last week to whoever asks, at once and whatever the settings are; answers the address. UNAVAILABLE when there is no mail server, or in the words of one that refuses.',
    args: { website: t.arg.id({ required: true, description: 'The number of the website.' }) },
    extensions: { weight: 50 },
    resolve: (_, { website }, { database, viewer, stats, mailing, now }) =>
      sendTestReport(database, viewer, website, { stats, mailing, now: now() }),
  }),
);

builder.objectField(Viewer, 'sendsMail', t =>
  t.boolean({
    description: 'Whether this instance has a mail server, without which there are no reports and no alerts by mail.',
    resolve: (_, __, { mailing }) => mailing !== null,
  }),
);

import { dateOf } from '../domain/calendar.ts';
import { recipientInput } from '../domain/inputs/reports.ts';
import type { Frequency } from '../domain/report.ts';
import { type Recipient, removeRecipient, setRecipient } from '../reports/recipients.ts';
import type { SentReport } from '../reports/reports.ts';
import { sendTestReport } from '../reports/test-report.ts';
import { websiteArg } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { Viewer } from './viewer.ts';
import { Website } from './website.ts';

const ReportFrequency = enumOf<Frequency>(
  'ReportFrequency',
  "How often a report is sent, always at 08:00 in the website's time zone.",
  {
    DAILY: 'Every day, covering the day before.',
    WEEKLY: 'On Mondays, covering the week before.',
    MONTHLY: 'On the first of each month, covering the month before.',
  },
);

const ReportRecipient = builder.objectRef<Recipient>('ReportRecipient').implement({
  description: 'A recipient of the reports of a website, which are sent while `emailReports` is true.',
  fields: t => ({
    email: t.string({
      nullable: true,
      description: "The e-mail address; null for the account's own address.",
      resolve: ({ email }) => email || null,
    }),
    frequencies: t.field({
      type: [ReportFrequency],
      description: 'How often the recipient gets a report.',
      resolve: ({ frequencies }) => [...frequencies],
    }),
    unsubscribedAt: t.expose('unsubscribedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the recipient unsubscribed; null while subscribed.',
    }),
  }),
});

const ReportState = enumOf('ReportState', 'The state of a report.', {
  claimed: 'Being sent.',
  handed:
    'Fully transmitted, but not yet confirmed. Without a confirmation its arrival stays unknown, and it is not sent again.',
  waiting: 'Not accepted by the mail server; it will be retried.',
  sent: 'Accepted by the mail server.',
  failed: 'Given up.',
});

const Report = builder.objectRef<SentReport>('Report').implement({
  description: 'A report to one recipient about one period.',
  fields: t => ({
    email: t.string({
      nullable: true,
      description: "The recipient's e-mail address; null for the account's own address and for a removed recipient.",
      resolve: ({ email }) => email || null,
    }),
    frequency: t.expose('frequency', { type: ReportFrequency, description: 'The kind of period the report covers.' }),
    from: t.field({ type: 'Date', description: 'The first day of the period.', resolve: ({ day }) => dateOf(day) }),
    state: t.expose('state', { type: ReportState, description: 'The state of the report.' }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts so far.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the state last changed.' }),
    note: t.exposeString('note', {
      description: "Why the report is waiting or was given up, in the mail server's words.",
    }),
  }),
});

builder.objectFields(Website, t => ({
  reportRecipients: t.field({
    type: [ReportRecipient],
    description:
      'The recipients of reports. The account itself is added as a weekly recipient when the first report is due.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.recipients.load(website.id),
  }),
  reports: t.field({
    type: [Report],
    description: 'The latest 100 reports with their states, most recently changed first.',
    // A website has up to a hundred reports, each with a text from the mail server.
    extensions: { weight: 40 },
    resolve: (website, _, { loaders }) => loaders.reports.load(website.id),
  }),
}));

builder.mutationFields(t => ({
  setReportRecipient: t.field({
    type: [ReportRecipient],
    description:
      'Adds a recipient or changes how often one gets reports; returns all recipients. A website can have at most 20 recipients besides the account.',
    args: {
      ...websiteArg,
      email: t.arg.string({ description: 'The e-mail address of another recipient; if omitted, the account itself.' }),
      frequencies: t.arg({
        type: [ReportFrequency],
        required: true,
        description: 'How often to send reports; one or more.',
      }),
    },
    validate: checked(recipientInput.shape),
    resolve: (_, { website, ...recipient }, { database, viewer, now }) =>
      setRecipient(database, viewer, website, recipient, now()),
  }),
  removeReportRecipient: t.field({
    type: [ReportRecipient],
    description: 'Removes a recipient and returns the remaining ones. A recipient who has unsubscribed stays listed.',
    args: {
      ...websiteArg,
      email: t.arg.string({ required: true, description: 'The e-mail address.' }),
    },
    resolve: (_, { website, email }, { database, viewer, now }) =>
      removeRecipient(database, viewer, website, email, now()),
  }),
  sendTestReport: t.field({
    type: 'String',
    description:
      "Sends last week's report to the caller immediately, regardless of the settings, and returns the caller's address. UNAVAILABLE if the instance has no mail server, or if the server refuses the mail; the message then quotes the server.",
    args: websiteArg,
    extensions: { weight: 50 },
    resolve: (_, { website }, { database, viewer, stats, mailing, now }) =>
      sendTestReport(database, viewer, website, { stats, mailing, now: now() }),
  }),
}));

builder.objectField(Viewer, 'sendsMail', t =>
  t.boolean({
    description: 'Whether this instance has a mail server. Without one, no reports and no alerts are sent by e-mail.',
    resolve: (_, __, { mailing }) => mailing !== null,
  }),
);

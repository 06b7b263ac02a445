import { AUDIT_ACTIONS } from '../domain/audit.ts';
import { type ForgetDay as Day, hitsOf, type ForgetPreview as Preview } from '../domain/forget.ts';
import { beginForget, type Forget as Forgetting, previewForget } from '../forget/forgets.ts';
import type { AuditEntry as Entry } from '../websites/audit.ts';
import { StatFilter, websiteArg } from './arguments.ts';
import { builder, enumOf } from './builder.ts';
import { aboutInput } from './error-responses.ts';
import { Website } from './website.ts';

const ForgetInput = builder.inputType('ForgetInput', {
  description:
    'What to forget: the visits of a range of days for which everything that is sent is true, each with all its pageviews and events. Hits that belong to no visit are chosen too, unless the filter asks for what only a visit has.',
  fields: t => ({
    from: t.field({ type: 'Date', required: true, description: 'The first day; its hits must still be stored.' }),
    to: t.field({ type: 'Date', required: true, description: 'The last day, inclusive.' }),
    fromTime: t.string({
      description:
        "The visit began at this time of the first day or later: hours and minutes in the website's time zone, such as `09:30`.",
    }),
    toTime: t.string({ description: 'The visit began before this time of the last day; `24:00` is its end.' }),
    visitorAt: t.field({
      type: 'DateTime',
      description: 'Its visitor sent a hit at exactly this time on these days, as exports of hits write it.',
    }),
    page: t.string({
      description:
        'It has a pageview of such a path; `*` is any text, as in `/blog/*`. Without `?`, queries are ignored.',
    }),
    filter: t.field({ type: StatFilter, description: 'It matches this filter.' }),
    hits: t.field({
      type: 'Count',
      description: 'The number of hits in a preview; if it has changed since, nothing is forgotten.',
    }),
  }),
});

const ForgetDay = builder.objectRef<Day>('ForgetDay').implement({
  description: 'What would be forgotten of one day.',
  fields: t => ({
    date: t.expose('date', { type: 'Date', description: 'The day.' }),
    visits: t.expose('visits', { type: 'Count', description: 'The number of visits.' }),
    visitors: t.expose('visitors', { type: 'Count', description: 'The number of their visitors.' }),
    pageviews: t.expose('pageviews', { type: 'Count', description: 'The number of pageviews.' }),
    events: t.expose('events', { type: 'Count', description: 'The number of events.' }),
  }),
});

const ForgetPreview = builder.objectRef<Preview>('ForgetPreview').implement({
  description: 'What would be forgotten at this moment.',
  fields: t => ({
    hits: t.field({ type: 'Count', description: 'The number of pageviews and events.', resolve: hitsOf }),
    visits: t.expose('visits', { type: 'Count', description: 'The number of visits.' }),
    visitors: t.expose('visitors', {
      type: 'Count',
      description: 'The number of their visitors, summed over the days.',
    }),
    pageviews: t.expose('pageviews', { type: 'Count', description: 'The number of pageviews.' }),
    events: t.expose('events', { type: 'Count', description: 'The number of events.' }),
    days: t.expose('days', { type: 'Count', description: 'The number of days with any of them.' }),
    byDay: t.expose('byDay', { type: [ForgetDay], description: 'Each of these days, in their order.' }),
  }),
});

const ForgetState = enumOf<Forgetting['state']>('ForgetState', 'The state of a request to forget.', {
  running: 'Waiting for its turn, or being removed.',
  done: 'Removed.',
});

const Forget = builder.objectRef<Forgetting>('Forget').implement({
  description: 'A request to forget visits of a website. What was chosen is not kept.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The id of the request to forget.' }),
    state: t.expose('state', { type: ForgetState, description: 'The state of the request.' }),
    from: t.expose('from', { type: 'Date', description: 'The first day of the range.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day of the range.' }),
    hits: t.field({
      type: 'Count',
      description: 'The number of pageviews and events removed so far.',
      resolve: hitsOf,
    }),
    visits: t.expose('visits', { type: 'Count', description: 'The number of visits removed so far.' }),
    visitors: t.expose('visitors', {
      type: 'Count',
      description: 'The number of their visitors, summed over the days.',
    }),
    pageviews: t.expose('pageviews', { type: 'Count', description: 'The number of pageviews removed so far.' }),
    events: t.expose('events', { type: 'Count', description: 'The number of events removed so far.' }),
    progress: t.exposeFloat('progress', { description: 'The share of the days that is done, from 0 to 1.' }),
    createdBy: t.string({
      nullable: true,
      description: 'The e-mail address of the account that started it; null for the command line.',
      resolve: ({ accountId }, _, { loaders }) => (accountId === null ? null : loaders.emails.load(accountId)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done; null until then.',
    }),
  }),
});

const AuditVia = enumOf<Entry['via']>('AuditVia', 'The way in which something was done.', {
  session: 'Signed in with a browser.',
  key: 'With an API key.',
  command: 'On the command line of the server.',
});

const AuditAction = enumOf('AuditAction', 'An action in the audit log.', AUDIT_ACTIONS);

const AuditEntry = builder.objectRef<Entry>('AuditEntry').implement({
  description: 'Something that was done to a website.',
  fields: t => ({
    id: t.exposeID('id', { description: "The entry's id." }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was done.' }),
    by: t.string({
      nullable: true,
      description: 'The e-mail address of the account that did it; null for the command line.',
      resolve: ({ accountId }, _, { loaders }) => (accountId === null ? null : loaders.emails.load(accountId)),
    }),
    via: t.expose('via', { type: AuditVia, description: 'The way in which it was done.' }),
    action: t.expose('action', { type: AuditAction, description: 'What was done.' }),
    details: t.exposeString('details', {
      description: 'What was changed, such as `goal "Signup"`; contains no counted values.',
    }),
  }),
});

builder.objectFields(Website, t => ({
  forgets: t.field({
    type: [Forget],
    description: 'What the website forgets or has forgotten, the latest first.',
    extensions: { weight: { together: 20 } },
    resolve: ({ id }, _, { loaders }) => loaders.forgets.load(id),
  }),
  audit: t.field({
    type: [AuditEntry],
    description: 'The audit log of the website: the latest 1,000 entries of the last year, the latest first.',
    extensions: { weight: { together: 20 } },
    resolve: ({ id }, _, { loaders }) => loaders.audits.load(id),
  }),
}));

const inputArg = builder.args(t => ({
  input: t.field({ type: ForgetInput, required: true, description: 'What to forget.' }),
}));

builder.mutationFields(t => ({
  previewForget: t.field({
    type: ForgetPreview,
    description:
      'Counts what would be forgotten, and changes nothing. UNAVAILABLE if that takes longer than half a minute; the command `footfall forget --dry-run` takes its time.',
    extensions: { weight: 100 },
    args: { ...websiteArg, ...inputArg },
    resolve: (_, { website, input }, { database, viewer }) =>
      aboutInput(() => previewForget(database, viewer, website, input)),
  }),
  forget: t.field({
    type: Forget,
    description:
      'Starts to remove what is chosen from all rows, columns and statistics, as if it had never happened. It is done in the background, within seconds for small choices, and noted in the audit log.',
    extensions: { weight: 100 },
    args: { ...websiteArg, ...inputArg },
    resolve: (_, { website, input }, { database, viewer, now }) =>
      aboutInput(() => beginForget(database, viewer, website, input, now())),
  }),
}));

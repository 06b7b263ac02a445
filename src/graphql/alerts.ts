import type { AlertDeliveryRow } from '../db/models/alert-delivery.ts';
import type { AlertSettingRow } from '../db/models/alert-setting.ts';
import type { AlertKind as Kind } from '../domain/alert.ts';
import { alertsInput } from '../domain/inputs/reports.ts';
import { sentenceIn } from '../messages/errors.ts';
import { setAlerts, type ToldAlert } from '../reports/alerts.ts';
import { websiteArg } from './arguments.ts';
import { builder, enumOf } from './builder.ts';
import { aboutInput } from './error-responses.ts';
import { Website } from './website.ts';

const AlertKind = enumOf<Kind>('AlertKind', 'A kind of alert.', {
  SPIKE: 'An hour with far more visits than usual for that hour of that weekday.',
  DROP: 'An hour with far fewer visits than usual for that hour of that weekday.',
  FIRST_HIT: "The website's first hit.",
  NO_HITS: '24 hours without hits on a website that had hits on at least six of the seven days before.',
});

const AlertSettings = builder.objectRef<AlertSettingRow>('AlertSettings').implement({
  description: 'Which alerts a website sends, and how.',
  fields: t => ({
    kinds: t.field({
      type: [AlertKind],
      description: 'The kinds of alerts to send; empty when alerts are off.',
      resolve: ({ kinds }) => [...kinds],
    }),
    byMail: t.exposeBoolean('byMail', { description: 'Whether alerts are sent by e-mail to the account.' }),
    webhookUrl: t.exposeString('webhookUrl', {
      nullable: true,
      description: 'The URL that receives a signed POST for each alert; null if there is no webhook.',
    }),
  }),
});

const DeliveryChannel = enumOf('AlertChannel', 'How an alert is delivered.', {
  mail: 'By e-mail to the account.',
  webhook: 'By a signed POST to the webhook.',
});

const DeliveryState = enumOf('AlertDeliveryState', 'The state of an alert delivery.', {
  waiting: 'Waiting for the next attempt.',
  claimed: 'Being delivered.',
  sent: 'Accepted by the receiver.',
  failed: 'Given up.',
});

const AlertDelivery = builder.objectRef<AlertDeliveryRow>('AlertDelivery').implement({
  description: 'The delivery of an alert over one channel.',
  fields: t => ({
    channel: t.expose('channel', { type: DeliveryChannel, description: 'How the alert is delivered.' }),
    state: t.expose('state', { type: DeliveryState, description: 'The state of the delivery.' }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts so far.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the state last changed.' }),
    note: t.string({
      description: "The receiver's response, or the reason there was none.",
      resolve: ({ note }, _, { language }) => sentenceIn(language, note),
    }),
  }),
});

const Alert = builder.objectRef<ToldAlert>('Alert').implement({
  description: 'Something unusual on a website.',
  fields: t => ({
    kind: t.expose('kind', { type: AlertKind, description: 'The kind of alert.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was detected.' }),
    count: t.expose('count', {
      type: 'Count',
      description: 'The number of visits in the hour; for NO_HITS 0, and for FIRST_HIT 1, counted in hits.',
    }),
    usual: t.expose('usual', {
      type: 'Count',
      description: 'The usual number of visits in the hour; for NO_HITS, the usual number of hits in a day.',
    }),
    deliveries: t.expose('deliveries', {
      type: [AlertDelivery],
      description: 'The deliveries of this alert, one per channel.',
    }),
  }),
});

builder.objectFields(Website, t => ({
  alertSettings: t.field({
    type: AlertSettings,
    nullable: true,
    description: "The website's alert settings; null until they are first set.",
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.alertSettings.load(website.id),
  }),
  alerts: t.field({
    type: [Alert],
    description: 'The latest 100 alerts, newest first.',
    extensions: { weight: { together: 20 } },
    resolve: (website, _, { loaders }) => loaders.alerts.load(website.id),
  }),
}));

const AlertsInput = builder.inputType('AlertsInput', {
  description: 'New alert settings of a website.',
  validate: { schema: alertsInput },
  fields: t => ({
    kinds: t.field({
      type: [AlertKind],
      required: true,
      description: 'The kinds of alerts to send; an empty list turns alerts off.',
    }),
    byMail: t.boolean({ description: 'Whether to send alerts by e-mail to the account; defaults to true.' }),
    webhookUrl: t.string({
      description:
        'The http or https URL that receives a signed POST for each alert; without it, there is no webhook. An IP address in it must be public, unless the operator allows it in WEBHOOK_ALLOW.',
    }),
  }),
});

const SetAlerts = builder
  .objectRef<{ setting: AlertSettingRow; secret: string | null }>('AlertSettingsChange')
  .implement({
    description: 'The new alert settings, and the secret of a new webhook.',
    fields: t => ({
      settings: t.field({
        type: AlertSettings,
        description: 'The alert settings as stored.',
        resolve: ({ setting }) => setting,
      }),
      webhookSecret: t.exposeString('secret', {
        nullable: true,
        description:
          'The secret that signs calls to a new webhook, returned only once; null if the webhook is not new. The header `Footfall-Signature` is `t=SECONDS,v1=HEX`, where HEX is the HMAC-SHA256 of the seconds, a dot and the body.',
      }),
    }),
  });

builder.mutationField('setAlerts', t =>
  t.field({
    type: SetAlerts,
    description: 'Replaces the alert settings of a website.',
    args: {
      ...websiteArg,
      input: t.arg({ type: AlertsInput, required: true, description: 'The new alert settings.' }),
    },
    resolve: (_, { website, input }, { database, viewer, webhookAllow, now }) =>
      aboutInput(() => setAlerts(database, viewer, website, input, { now: now(), allowed: webhookAllow })),
  }),
);

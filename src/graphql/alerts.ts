import { ALERT_KINDS, type AlertKind as Kind } from '../domain/alert.ts';
import { alertsInput } from '../domain/inputs/alerts.ts';
import { type AlertSetting, setAlerts } from '../reports/alert-settings.ts';
import type { Delivery, ToldAlert } from '../reports/alerts.ts';
import { builder } from './builder.ts';
import { Website } from './website.ts';

const KINDS: Record<Kind, string> = {
  SPIKE: 'An hour with far more visits than the same hour of that weekday usually has.',
  DROP: 'An hour with far fewer visits than the same hour of that weekday usually has.',
  FIRST_HIT: 'The first hit of the website.',
  NO_HITS: 'A day without hits at a website that usually has some.',
};

const AlertKind = builder.enumType('AlertKind', {
  description: 'What an alert is about.',
  values: Object.fromEntries(ALERT_KINDS.map(name => [name, { description: KINDS[name] }])) as {
    [Name in Kind]: { description: string };
  },
});

const AlertSettings = builder.objectRef<AlertSetting>('AlertSettings').implement({
  description: 'What a website wants alerts about, and how they are told.',
  fields: t => ({
    kinds: t.field({
      type: [AlertKind],
      description: 'What it wants alerts about.',
      resolve: ({ kinds }) => [...kinds],
    }),
    byMail: t.exposeBoolean('byMail', { description: 'Whether the account gets a mail.' }),
    webhookUrl: t.exposeString('webhookUrl', {
      nullable: true,
      description: 'Where a signed POST goes; null for none.',
    }),
  }),
});

const DeliveryChannel = builder.enumType('AlertChannel', {
  description: 'A way that alerts are told.',
  values: {
    MAIL: { value: 'mail', description: 'A mail to the account.' },
    WEBHOOK: { value: 'webhook', description: 'A signed POST to the webhook.' },
  } as const,
});

const DeliveryState = builder.enumType('AlertDeliveryState', {
  description: 'What became of telling an alert.',
  values: {
    WAITING: { value: 'waiting', description: 'It is tried when its time has come.' },
    CLAIMED: { value: 'claimed', description: 'It is being told.' },
    SENT: { value: 'sent', description: 'It was taken.' },
    FAILED: { value: 'failed', description: 'It was given up.' },
  } as const,
});

const AlertDelivery = builder.objectRef<Delivery>('AlertDelivery').implement({
  description: 'One way that an alert was told, and what came of it.',
  fields: t => ({
    channel: t.expose('channel', { type: DeliveryChannel, description: 'Which way.' }),
    state: t.expose('state', { type: DeliveryState, description: 'What became of it.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When that was.' }),
    note: t.exposeString('note', { description: 'The answer, or why there was none.' }),
  }),
});

const Alert = builder.objectRef<ToldAlert>('Alert').implement({
  description: 'Something unusual that happened at a website.',
  fields: t => ({
    kind: t.expose('kind', { type: AlertKind, description: 'What it is about.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was noticed.' }),
    count: t.expose('count', { type: 'Count', description: 'The visits of the hour.' }),
    usual: t.expose('usual', {
      type: 'Count',
      description: 'What that hour usually has; of a silence the hits of a usual day.',
    }),
    deliveries: t.field({
      type: [AlertDelivery],
      description: 'How it was told.',
      resolve: ({ deliveries }) => deliveries,
    }),
  }),
});

builder.objectField(Website, 'alertSettings', t =>
  t.field({
    type: AlertSettings,
    nullable: true,
    description: 'What the website wants alerts about; null before anything was chosen.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.alertSettings.load(website.id),
  }),
);

builder.objectField(Website, 'alerts', t =>
  t.field({
    type: [Alert],
    description: 'The latest 100 alerts, the newest first.',
    extensions: { weight: { together: 20 } },
    resolve: (website, _, { loaders }) => loaders.alerts.load(website.id),
  }),
);

const AlertsInput = builder.inputType('AlertsInput', {
  description: 'What a website is to want alerts about.',
  validate: { schema: alertsInput },
  fields: t => ({
    kinds: t.field({ type: [AlertKind], required: true, description: 'What about; an empty list turns alerts off.' }),
    byMail: t.boolean({ description: 'Whether the account gets a mail; when left out, true.' }),
    webhookUrl: t.string({ description: 'Where a signed POST goes; an http or https URL.' }),
  }),
});

const SetAlerts = builder.objectRef<{ setting: AlertSetting; secret: string | null }>('AlertSettingsChange').implement({
  description: 'The settings as they are now, and the secret of a webhook that is new.',
  fields: t => ({
    settings: t.field({ type: AlertSettings, description: 'The settings.', resolve: ({ setting }) => setting }),
    webhookSecret: t.exposeString('secret', {
      nullable: true,
      description:
        'What calls to a new webhook are signed with, shown this once: `Footfall-Signature` is `t=SECONDS,v1=HEX`, the HMAC-SHA256 of the seconds, a dot and the body.',
    }),
  }),
});

builder.mutationField('setAlerts', t =>
  t.field({
    type: SetAlerts,
    description: 'Replaces what a website wants alerts about.',
    args: {
      website: t.arg.id({ required: true, description: 'The number of the website.' }),
      input: t.arg({ type: AlertsInput, required: true, description: 'What it is to want.' }),
    },
    resolve: (_, { website, input }, { database, viewer, now }) => setAlerts(database, viewer, website, input, now()),
  }),
);

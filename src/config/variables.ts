import { z } from 'zod';
import {
  addressRanges,
  apiKey,
  databaseUrl,
  directory,
  emailAddress,
  existingFile,
  logLevel,
  onOff,
  ownPath,
  password,
  publicUrl,
  sender,
  smtpUrl,
  trustProxy,
  visible,
  whole,
} from './rules.ts';

/** What the README tells about a variable; a secret's value never stands in a message. */
export type Description = { default: string; meaning: string; example: string; secret?: true };

/** What the README tells about each. */
export const descriptions = z.registry<Description>();

/** Every variable there is: what it must look like, what it is without being set, and what operators read about it. */
export const ENVIRONMENT = z.object({
  PORT: whole(0, 65_535).default(4000).register(descriptions, {
    default: '4000',
    meaning: 'The port to listen on; 0 takes a free one.',
    example: '8080',
  }),
  SHARED_PORT: whole(1, 65_535).optional().register(descriptions, {
    default: 'none',
    meaning: 'A second port to listen on, which several gateways on this machine share. Linux only.',
    example: '8080',
  }),
  HOST: visible.default('127.0.0.1').register(descriptions, {
    default: '127.0.0.1',
    meaning: 'The address to listen on; 0.0.0.0 stands for every IPv4 address of the machine.',
    example: '0.0.0.0',
  }),
  BASE_URL: publicUrl.optional().register(descriptions, {
    default: 'http://localhost:PORT',
    meaning: 'The public address as browsers see it; may contain a path.',
    example: 'https://stats.example.com',
  }),
  DATABASE_URL: databaseUrl.optional().register(descriptions, {
    default: 'sqlite:DATA_DIR/footfall.db',
    meaning: 'The database: an SQLite file, or MySQL or MariaDB.',
    example: 'mysql://footfall:secret@127.0.0.1:3306/footfall',
    secret: true,
  }),
  DATA_DIR: directory.prefault('data').register(descriptions, {
    default: './data',
    meaning: 'The directory of the spool, the embedded database and backups.',
    example: '/var/lib/footfall',
  }),
  ADMIN_EMAIL: emailAddress.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning: 'Who signs in to the first account; used only on an empty database.',
    example: 'ada@example.com',
  }),
  ADMIN_PASSWORD: password.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning: 'The password of the first account; used only on an empty database.',
    example: 'a-sentence-you-remember',
    secret: true,
  }),
  ADMIN_API_KEY: apiKey.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning:
      'The API key of the first account: ff_ and 40 or more random letters and digits; used only on an empty database.',
    example: 'ff_0Qm7…',
    secret: true,
  }),
  SMTP_URL: smtpUrl.optional().register(descriptions, {
    default: 'none: reports are off and say so',
    meaning: 'The mail server that reports go through.',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  }),
  MAIL_FROM: sender.optional().register(descriptions, {
    default: 'footfall@ and the host of BASE_URL',
    meaning: 'The sender of reports.',
    example: 'Footfall <stats@example.com>',
  }),
  TRUST_PROXY: trustProxy.default(null).register(descriptions, {
    default: 'none',
    meaning: 'Whose X-Forwarded-For is believed: the number of proxies in front, or their ranges; `true` is refused.',
    example: '1',
  }),
  GEO_DB: existingFile.optional().register(descriptions, {
    default: 'the packaged DB-IP City Lite',
    meaning: 'A city database in MaxMind format.',
    example: '/usr/share/GeoIP/GeoLite2-City.mmdb',
  }),
  RETENTION_DAYS: whole(1, 36_500).default(400).register(descriptions, {
    default: '400',
    meaning: 'How many days hits and visits are kept; rollups, and with them unfiltered statistics, stay.',
    example: '90',
  }),
  RATE_LIMIT: whole(1, 1e9).default(600).register(descriptions, {
    default: '600',
    meaning:
      'Requests a minute over REST and GraphQL, exports included: of each key, of each account that is signed in, and of each address that shows neither',
    example: '1200',
  }),
  COLLECT_RATE_LIMIT: whole(1, 1e9).default(6000).register(descriptions, {
    default: '6000',
    meaning: 'Hits a minute from each address; those of one IPv6 /64 count together, here and for RATE_LIMIT.',
    example: '600',
  }),
  TRACKER_PATH: ownPath('/js/script.js').register(descriptions, {
    default: '/js/script.js',
    meaning: 'One more name for the tracker, against blocking by name.',
    example: '/assets/main.js',
  }),
  COLLECT_PATH: ownPath('/api/event').register(descriptions, {
    default: '/api/event',
    meaning: 'One more name for the collector, against blocking by name.',
    example: '/assets/note',
  }),
  BACKUP_DAYS: whole(0, 365).default(0).register(descriptions, {
    default: '0',
    meaning: 'Days from one backup in DATA_DIR/backups to the next; 0 makes none by itself.',
    example: '1',
  }),
  BACKUP_KEEP: whole(1, 10_000).default(7).register(descriptions, {
    default: '7',
    meaning: 'How many of these backups stay.',
    example: '30',
  }),
  LOG_LEVEL: logLevel.default('info').register(descriptions, {
    default: 'info',
    meaning: 'The least severe entries that are logged: trace, debug, info, warn, error, fatal or silent.',
    example: 'debug',
  }),
  METRICS_TOKEN: visible.optional().register(descriptions, {
    default: 'none: loopback only',
    meaning: 'The bearer token that opens /metrics to other machines.',
    example: 'a-long-random-text',
    secret: true,
  }),
  GRAPHIQL: onOff.default(true).register(descriptions, {
    default: 'on',
    meaning: 'Whether browsers are shown GraphiQL at /graphql: on or off.',
    example: 'off',
  }),
  INTROSPECTION: onOff.default(true).register(descriptions, {
    default: 'on',
    meaning: 'Whether the GraphQL schema may be asked about itself, which GraphiQL needs: on or off.',
    example: 'off',
  }),
  WEBHOOK_ALLOW: addressRanges.default([]).register(descriptions, {
    default: 'none: public addresses only',
    meaning: 'Addresses and ranges that the webhooks of alerts may reach although they are not public.',
    example: '192.168.7.20,10.1.0.0/16',
  }),
  MAX_NEW_VALUES: whole(1, 1e9).default(20_000).register(descriptions, {
    default: '20000',
    meaning: 'New values for each website, statistic and day; the rest counts under `(other)`.',
    example: '5000',
  }),
});

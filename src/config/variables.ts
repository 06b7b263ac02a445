import { z } from 'zod';
import {
  addressRanges,
  apiKey,
  databaseUrl,
  directory,
  emailAddress,
  existingFile,
  LANGUAGE_CODES,
  language,
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

/** A variable's row in the README. The value of a secret never appears in a message. */
export type Description = { default: string; meaning: string; example: string; secret?: true };

/** The description of each variable. */
export const descriptions = z.registry<Description>();

/** All variables, each with its format, its default and its description for operators. */
export const ENVIRONMENT = z.object({
  PORT: whole(0, 65_535).default(4000).register(descriptions, {
    default: '4000',
    meaning: 'The port to listen on; 0 picks a free one.',
    example: '8080',
  }),
  SHARED_PORT: whole(1, 65_535).optional().register(descriptions, {
    default: 'none',
    meaning: 'A second port to listen on, which several gateways on this machine share. Linux only.',
    example: '8080',
  }),
  HOST: visible.default('127.0.0.1').register(descriptions, {
    default: '127.0.0.1',
    meaning: 'The address to listen on; 0.0.0.0 means every IPv4 address of the machine.',
    example: '0.0.0.0',
  }),
  BASE_URL: publicUrl.optional().register(descriptions, {
    default: 'http://localhost:PORT, or SHARED_PORT if set',
    meaning: 'The public URL that browsers use; it can contain a path.',
    example: 'https://stats.example.com',
  }),
  DATABASE_URL: databaseUrl.optional().register(descriptions, {
    default: 'sqlite:DATA_DIR/footfall.db',
    meaning: 'The database: an SQLite file, MySQL or MariaDB.',
    example: 'mysql://footfall:secret@127.0.0.1:3306/footfall',
    secret: true,
  }),
  DATA_DIR: directory.prefault('data').register(descriptions, {
    default: './data',
    meaning: 'The directory for the spool, the embedded database, columns and backups.',
    example: '/var/lib/footfall',
  }),
  ADMIN_EMAIL: emailAddress.optional().register(descriptions, {
    default: 'generated, printed once',
    meaning: 'The e-mail address of the first account; used only on an empty database.',
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
      'The API key of the first account: ff_ followed by 40 or more random letters and digits; used only on an empty database.',
    example: 'ff_0Qm7…',
    secret: true,
  }),
  SMTP_URL: smtpUrl.optional().register(descriptions, {
    default: 'none: reports are off and say so',
    meaning: 'The mail server for reports and alerts.',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  }),
  MAIL_FROM: sender.optional().register(descriptions, {
    default: 'footfall@ followed by the host of BASE_URL',
    meaning: 'The sender of reports and alerts.',
    example: 'Footfall <stats@example.com>',
  }),
  TRUST_PROXY: trustProxy.default(null).register(descriptions, {
    default: 'none',
    meaning:
      'The proxies in front that are trusted to set X-Forwarded-For: their number, or their addresses and CIDR ranges; `true` is refused.',
    example: '1',
  }),
  GEO_DB: existingFile.optional().register(descriptions, {
    default: 'the packaged DB-IP City Lite',
    meaning: 'A city database in MaxMind format.',
    example: '/usr/share/GeoIP/GeoLite2-City.mmdb',
  }),
  RETENTION_DAYS: whole(1, 36_500).default(400).register(descriptions, {
    default: '400',
    meaning: 'How many days hits and visits are kept; rollups, and with them unfiltered statistics, are not deleted.',
    example: '90',
  }),
  RATE_LIMIT: whole(1, 1e9).default(600).register(descriptions, {
    default: '600',
    meaning:
      'Requests per minute over REST and GraphQL, exports included, for each API key, each signed-in account, and each address with neither.',
    example: '1200',
  }),
  COLLECT_RATE_LIMIT: whole(1, 1e9).default(6000).register(descriptions, {
    default: '6000',
    meaning: 'Hits per minute from each address. Addresses in one IPv6 /64 count together, here and for RATE_LIMIT.',
    example: '600',
  }),
  TRACKER_PATH: ownPath('/js/script.js').register(descriptions, {
    default: '/js/script.js',
    meaning: 'An extra path for the tracker, against blocking by name.',
    example: '/assets/main.js',
  }),
  COLLECT_PATH: ownPath('/api/event').register(descriptions, {
    default: '/api/event',
    meaning: 'An extra path for the collector, against blocking by name.',
    example: '/assets/note',
  }),
  SPAM_LIST: onOff.default(true).register(descriptions, {
    default: 'on',
    meaning: 'Drops hits whose referrer is on the vendored list of spam: on or off.',
    example: 'off',
  }),
  BACKUP_DAYS: whole(0, 365).default(0).register(descriptions, {
    default: '0',
    meaning: 'Days between automatic backups to DATA_DIR/backups; 0 turns them off.',
    example: '1',
  }),
  BACKUP_KEEP: whole(1, 10_000).default(7).register(descriptions, {
    default: '7',
    meaning: 'How many of these backups are kept.',
    example: '30',
  }),
  LANGUAGE: language.default('en').register(descriptions, {
    default: 'en',
    meaning: `The language of pages for browsers that ask for none of ours, and of the e-mails of websites that are registered without one: ${LANGUAGE_CODES.join(', ')}. It can be a list of locales, as shells set it.`,
    example: 'de',
  }),
  LOG_LEVEL: logLevel.default('info').register(descriptions, {
    default: 'info',
    meaning: 'The least severe level that is logged: trace, debug, info, warn, error, fatal or silent.',
    example: 'debug',
  }),
  METRICS_TOKEN: visible.optional().register(descriptions, {
    default: 'none: loopback only',
    meaning: 'The bearer token with which other machines can read /metrics.',
    example: 'a-long-random-text',
    secret: true,
  }),
  GRAPHIQL: onOff.default(true).register(descriptions, {
    default: 'on',
    meaning: 'Shows GraphiQL to browsers at /graphql: on or off.',
    example: 'off',
  }),
  INTROSPECTION: onOff.default(true).register(descriptions, {
    default: 'on',
    meaning: 'Allows introspection of the GraphQL schema, which GraphiQL needs: on or off.',
    example: 'off',
  }),
  WEBHOOK_ALLOW: addressRanges.default([]).register(descriptions, {
    default: 'none: public addresses only',
    meaning: 'Addresses and CIDR ranges that the webhooks of alerts may reach even though they are not public.',
    example: '192.168.7.20,10.1.0.0/16',
  }),
  IMPORT_MAX_MB: whole(1, 1e6).default(4_096).register(descriptions, {
    default: '4096',
    meaning: 'The largest size of the files of an import, packed and unpacked, in MB.',
    example: '20000',
  }),
  MAX_NEW_VALUES: whole(1, 1e9).default(20_000).register(descriptions, {
    default: '20000',
    meaning: 'New values per website, statistic and day; any further ones count under `(other)`.',
    example: '5000',
  }),
});

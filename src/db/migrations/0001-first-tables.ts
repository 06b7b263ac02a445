import type { Dialect } from '../dialect.ts';

const DIMENSIONS = [
  'landing_page',
  'referrer',
  'campaign',
  'continent',
  'country',
  'city',
  'browser',
  'os',
  'device',
  'language',
  'resolution',
];
const SUMS = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'];

/**
 * Creates every table the service starts with. Each statement can be repeated, so an interrupted migration resumes.
 * Times are milliseconds since 1970 in UTC, days are days since 1970-01-01 in the website's time zone, months are
 * months since January 1970. Growing tables begin their key with website_id and have no foreign keys, so that a
 * sharding engine can split them.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { autoId, tiny, medium, integer, bigint, hash8, hash16, hash32, text, longText } = dialect.types;
  const create = (name: string, columns: string[], clustered = false) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')})${dialect.tableOptions(clustered)}`);
  const number = `${integer} NOT NULL DEFAULT 0`;

  await create('account', [
    `id ${autoId}`,
    `email ${text(255)} NOT NULL`,
    `password_hash ${text(255)} NOT NULL`,
    `admin ${number}`,
    `created_at ${bigint} NOT NULL`,
    'UNIQUE (email)',
  ]);
  await create('api_key', [
    `id ${autoId}`,
    `account_id ${integer} NOT NULL`,
    `name ${text(255)} NOT NULL`,
    `scope ${text(8)} NOT NULL`,
    `hash ${hash32} NOT NULL`,
    `prefix ${text(16)} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
    `expires_at ${bigint}`,
    `last_used_at ${bigint}`,
    `revoked_at ${bigint}`,
    'UNIQUE (hash)',
  ]);
  await create('session', [
    `id ${autoId}`,
    `account_id ${integer} NOT NULL`,
    `hash ${hash32} NOT NULL`,
    `client ${text(255)} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
    `last_used_at ${bigint} NOT NULL`,
    `expires_at ${bigint} NOT NULL`,
    'UNIQUE (hash)',
  ]);
  await create('website', [
    `id ${autoId}`,
    `account_id ${integer} NOT NULL`,
    `domain ${text(255)} NOT NULL`,
    `privacy ${integer} NOT NULL`,
    `password_hash ${text(255)}`,
    `email ${integer} NOT NULL`,
    `exclude_bots ${integer} NOT NULL`,
    `exclude_params ${longText}`,
    `exclude_ips ${longText}`,
    `honor_gpc ${integer} NOT NULL`,
    `timezone ${text(64)} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
    `updated_at ${bigint} NOT NULL`,
    'UNIQUE (domain)',
  ]);
  await create('website_trash', [`website_id ${integer} NOT NULL PRIMARY KEY`, `deleted_at ${bigint} NOT NULL`]);
  await create('salt', [
    `day ${medium} NOT NULL PRIMARY KEY`,
    `salt ${hash16} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
  ]);

  await create('website_fold', [
    `website_id ${integer} NOT NULL PRIMARY KEY`,
    `version ${bigint} NOT NULL`,
    `closed_version ${bigint} NOT NULL`,
    `open_day ${integer} NOT NULL`,
    `next_value ${bigint} NOT NULL`,
    `next_hit ${bigint} NOT NULL`,
  ]);
  await create(
    'checkpoint',
    [
      `website_id ${integer} NOT NULL`,
      `spool ${text(40)} NOT NULL`,
      `position ${bigint} NOT NULL`,
      `updated_at ${bigint} NOT NULL`,
      'PRIMARY KEY (website_id, spool)',
    ],
    true,
  );
  await create('bad_hit', [
    `id ${autoId}`,
    `website_id ${integer} NOT NULL`,
    `seen_at ${bigint} NOT NULL`,
    `reason ${text(1000)} NOT NULL`,
    `body ${longText} NOT NULL`,
  ]);
  await create(
    'hit_id',
    [
      `website_id ${integer} NOT NULL`,
      `id_hash ${hash16} NOT NULL`,
      `seen_day ${integer} NOT NULL`,
      'PRIMARY KEY (website_id, id_hash)',
    ],
    true,
  );
  await create(
    'dropped',
    [
      `website_id ${integer} NOT NULL`,
      `day ${medium} NOT NULL`,
      `reason ${text(32)} NOT NULL`,
      `hits ${bigint} NOT NULL`,
      'PRIMARY KEY (website_id, day, reason)',
    ],
    true,
  );

  await create(
    'stat_value',
    [
      `website_id ${integer} NOT NULL`,
      `id ${integer} NOT NULL`,
      `hash ${hash16} NOT NULL`,
      `value ${text(255)} NOT NULL`,
      'PRIMARY KEY (website_id, id)',
      'UNIQUE (website_id, hash)',
    ],
    true,
  );
  await create(
    'new_value',
    [
      `website_id ${integer} NOT NULL`,
      `day ${medium} NOT NULL`,
      `name ${tiny} NOT NULL`,
      `seen ${integer} NOT NULL`,
      `refused ${bigint} NOT NULL`,
      'PRIMARY KEY (website_id, day, name)',
    ],
    true,
  );
  for (const [table, period] of [
    ['rollup_day', 'day'],
    ['rollup_month', 'month'],
  ] as const) {
    await create(
      table,
      [
        `website_id ${integer} NOT NULL`,
        `name ${tiny} NOT NULL`,
        `${period} ${medium} NOT NULL`,
        `value_id ${integer} NOT NULL`,
        ...SUMS.map(sum => `${sum} ${sum === 'seconds' || period === 'month' ? bigint : integer} NOT NULL`),
        `PRIMARY KEY (website_id, name, ${period}, value_id)`,
      ],
      true,
    );
  }
  await create(
    'rollup_amount',
    [
      `website_id ${integer} NOT NULL`,
      `day ${medium} NOT NULL`,
      `value_id ${integer} NOT NULL`,
      `unit_id ${integer} NOT NULL`,
      `amount ${text(80)} NOT NULL`,
      'PRIMARY KEY (website_id, value_id, day, unit_id)',
    ],
    true,
  );
  await create(
    'visit',
    [
      `website_id ${integer} NOT NULL`,
      `day ${medium} NOT NULL`,
      `visitor ${hash8} NOT NULL`,
      `no ${medium} NOT NULL`,
      `first_at ${bigint} NOT NULL`,
      `last_at ${bigint} NOT NULL`,
      ...['pageviews', 'events', 'seconds', 'engaged'].map(count => `${count} ${medium} NOT NULL`),
      `hour ${tiny} NOT NULL`,
      ...[...DIMENSIONS, 'exit_page'].map(dimension => `${dimension} ${integer} NOT NULL`),
      'PRIMARY KEY (website_id, day, visitor, no)',
    ],
    true,
  );
  await create(
    'hit',
    [
      `website_id ${integer} NOT NULL`,
      `day ${medium} NOT NULL`,
      `visitor ${hash8} NOT NULL`,
      `id ${bigint} NOT NULL`,
      `at ${bigint} NOT NULL`,
      `hour ${tiny} NOT NULL`,
      `visit_no ${medium} NOT NULL`,
      `page ${integer} NOT NULL`,
      `event ${integer}`,
      `amount ${text(40)}`,
      `unit ${integer}`,
      'PRIMARY KEY (website_id, day, visitor, id)',
    ],
    true,
  );
}

import { beginningsOf } from '../files.ts';
import type { Importer, Row } from '../importer.ts';
import { Once } from '../once.ts';
import { openGeoNames } from '../places/geonames.ts';
import { rowReader } from './matomo/rows.ts';
import { formOf, readVisits } from './matomo/visit.ts';

const GET = `Let Footfall fetch the visits from Matomo's API, day by day, and import them:

\`\`\`
footfall import matomo --website example.com --url https://matomo.example/ --site 1 --token-file token.txt --from 2024-01-01 --dry-run
footfall import matomo --website example.com --url https://matomo.example/ --site 1 --token-file token.txt --from 2024-01-01
\`\`\`

The file has a token of a Matomo user who may view the website (in Matomo: *Personal*, *Security*, *Auth tokens*). It is sent in the body of
each request, to this address alone, and stored nowhere. After a stop, the same command goes on where it was; after a dry run, nothing is
fetched twice. What is fetched is kept in DATA_DIR/imports, without addresses and user ids, until it is imported or a week has passed.

Or open this address of your Matomo in a browser in which you are signed in, for as many days at a time as it can write, and save what it
answers; send all files at a time, in any order. Files may overlap.

\`\`\`
https://matomo.example/index.php?module=API&method=Live.getLastVisitsDetails&idSite=1&period=range&date=2026-01-01,2026-01-31&format=JSON&filter_limit=-1
\`\`\`

\`format=CSV\` works as well, and so do files with one visit as JSON on each line.`;

/** Matomo's log of visits, as its API writes it. */
export const MATOMO: Importer = {
  source: 'matomo',
  label: 'Matomo',
  guide: {
    get: GET,
    names: [
      ['an action of the type `action`', 'a pageview; `dimension1` and so on are its properties'],
      [
        '`event`',
        'an event named `Category: Action`, with the properties `category`, `action` and `name` and the value `eventValue`',
      ],
      [
        '`download`, `outlink`',
        'events like those of the tracker: `Download: list.pdf`, `Outbound link: example.com`, with the property `url`',
      ],
      ['`search`', 'the event `Search` with the properties `keyword` and `category`'],
      [
        '`ecommerceOrder`, `ecommerceAbandonedCart`',
        'the events `Purchase` and `Abandoned cart`, with the value `revenue` in the currency of the website, and the property `items`',
      ],
      ['`content`', 'the event `Content` with the properties `name`, `piece`, `target` and `interaction`'],
      ['`visitorId`, otherwise `idVisit`', 'the visitor, for a day'],
      ['`referrerUrl`, otherwise `referrerName`', 'the referrer of the visit’s first page'],
      ['`campaignName` and the like, otherwise `referrerName` and `referrerKeyword` of a campaign', 'the campaign'],
      [
        '`browserName`, `operatingSystemName`, their versions, `deviceType`',
        'browser, system and device; a phablet is a phone',
      ],
      ['`countryCode`, `regionCode`, `city`', 'the place'],
      ['`languageCode`, `resolution`', 'language and screen resolution'],
      ['`timestamp`', 'the time'],
    ],
    leftOut:
      'Goals, because they repeat an action (`goal`), other actions such as those of media (`other_action`), pages on hosts that are not of the website (`unknown_website`), actions that two files both have (`repeated`), `userId`, addresses, `timeSpent` (the time to the next page, which need not be attention; the visit’s duration comes from its actions), titles, custom variables and the items of orders. Visits are those of Footfall, with a break after 30 minutes and at midnight.',
  },

  recognise(files) {
    const forms = files.map(({ text }) => formOf(text));
    if (forms.includes(null)) return null;
    return { version: [...new Set(forms)].sort().join(', '), kind: 'hits' };
  },

  async *read(files, options) {
    const beginnings = await beginningsOf(files);
    // Pages of an export overlap when visits arrive between them, and a visit can go on.
    const once = new Once(options);
    const read = rowReader(await openGeoNames(), options, once);
    try {
      for (const [at, file] of files.entries())
        for await (const visits of readVisits(file, formOf(beginnings[at]?.text ?? '') ?? 'JSON')) {
          const rows: Row[] = [];
          for (const { line, visit } of visits) {
            const place = { file: file.name, line };
            if (typeof visit === 'string') rows.push({ type: 'bad', ...place, reason: visit });
            else rows.push(...read(visit, place));
          }
          yield rows;
        }
    } finally {
      once.close();
    }
  },
};

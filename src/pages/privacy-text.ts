/** What Footfall keeps of visitors, and what it therefore cannot know: the page /docs/privacy and docs/privacy.md. */
export const PRIVACY = {
  title: 'Privacy, and what we cannot know',
  sections: [
    {
      heading: 'What is kept',
      paragraphs: [
        'Of each pageview and event, Footfall keeps the page, the time, where the link came from, the country, region and city, the language, the browser, the system, the size of the screen, and what the website itself sends with it. IP addresses and user agents are never stored or logged.',
        'A visitor is a number: a keyed hash of the website, the IP address and the user agent. Its key is a random salt, which is replaced every day and destroyed 48 hours after that day has ended in every time zone. From then on, nobody can compute the number again, whatever they know.',
        'Until a hit is counted, it also has a number from 0 to 255 for its network, a hash with the same salt that thousands of networks share. Each day keeps how many values these numbers brought that a website had not had before, so that no single network can fill the tables of a website; no pageview, visit or visitor keeps the number. Visitors whose browsers opt out, on websites that respect it, all have the number 256.',
        'Of the people who manage a website, its audit log keeps for a year who changed what, and when: settings, share links, goals, funnels, segments, annotations, alerts, recipients of reports, imports and what was forgotten. It shows the values of simple settings, but names no IP address, no recipient and nothing that was counted. Owners read it in the settings of the website and over both APIs.',
      ],
    },
    {
      heading: 'What can be forgotten',
      paragraphs: [
        'Owners can remove visits that should never have counted. On the statistics page, set a filter and follow "Forget these visits": the page "Forget visits" opens with the same days and the same filter. The settings of the website lead there as well. Both APIs and the command "footfall forget" do the same.',
        'A choice is a range of days. It is narrowed by a filter, as on the statistics page (a page, an event, a country, a property, and so on), by a pattern of paths, of which a visit must have a pageview, by a span of time, within which it must have begun, or to one visitor on one day: the visitor who sent a hit at exactly this time, as an export of hits shows it. A visit goes as a whole, with all its pageviews and events. Hits that belong to no visit go if the choice asks for nothing but pages, hosts, events, properties and times.',
        '"Preview" counts the visits, visitors, pageviews and events, in all and by day, and removes nothing. "Forget" asks once more. If the number of hits has changed since the preview, nothing is removed; the page then offers to count again. What is chosen is removed in steps while hits arrive, also after a restart, and the page shows how far it is. Only a backup from before can bring it back.',
        'Afterwards, all rows, columns and statistics are as if the visits had never happened; "footfall verify" confirms it. A hit that was removed and is sent again with its id does not come back. One thing stays as it was: language and screen resolution belong to the first visit of a visitor on a day, and later visits keep them when only that one is removed. The audit log of the website says who removed visits and when, but names no value.',
        'Days whose hits are no longer kept cannot be chosen, because only their sums are left. Sums of imports stay until the import is undone. Backups and exported files keep what they have. The texts of values stay in a table that no answer shows.',
      ],
    },
    {
      heading: 'What we cannot know',
      paragraphs: [
        'Whether someone comes back on another day. Tomorrow, the same person is another number, and nothing leads from one to the other. There are therefore no returning visitors beyond the day, no cohorts, no retention, no lifetime, and no days between a first visit and a purchase.',
        'How many different people visited in a week or a month. Visitors are counted once a day, and the visitors of a longer range are the sum of its days: someone who comes on five days counts five times. This is what every number of visitors in Footfall means.',
        'Who is new. On the first visit of a day, everyone is.',
        'Whether two people are one. People who share an address and use the same version of the same browser are one visitor; one person with a phone and a laptop is two, and so is someone whose address changes.',
        'What someone does on several websites. The hash contains the website.',
        'No tool that keeps the same promises can know these things. One that shows them recognises people by a cookie, a stored number or a fingerprint.',
      ],
    },
    {
      heading: 'What can be known exactly',
      paragraphs: [
        'Within a day: how often a visitor comes back, how many minutes lie between the visits, which way a visit takes, how far it gets in a funnel, and, in a funnel that counts visitors, how far all visits of a visitor on that day get together.',
        'Within a visit: its source, its pages and events in order, the time on each page, and what it was worth.',
        'Funnels, journeys and filters need individual visits, which are kept for a limited time (RETENTION_DAYS). Totals by day remain, and nobody can be found in them.',
      ],
    },
  ],
} as const;

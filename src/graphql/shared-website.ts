import { sharedWebsite } from '../websites/sharing.ts';
import type { Website } from '../websites/website.ts';
import { builder } from './builder.ts';
import { Statistics } from './statistics.ts';

const SharedWebsite = builder.objectRef<Website>('SharedWebsite').implement({
  description: 'A website as others can see it: its statistics and nothing else.',
  interfaces: [Statistics],
});

builder.queryField('shared', t =>
  t.field({
    type: SharedWebsite,
    nullable: true,
    extensions: { weight: 10 },
    description:
      'The public statistics of a website; no API key is needed. NOT_FOUND for a private or unknown domain, FORBIDDEN for a password-protected one that is not unlocked.',
    args: {
      domain: t.arg.string({ required: true, description: 'The domain of the website, with or without `www.`.' }),
    },
    resolve: (_, { domain }, { database, viewer, unlocked }) => sharedWebsite(database, domain, unlocked, viewer),
  }),
);

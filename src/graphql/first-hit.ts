import { builder } from './builder.ts';
import { Statistics } from './statistics.ts';

builder.interfaceField(Statistics, 'firstHitAt', t =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the website received its first hit; null if it has none. Once that hit itself is no longer stored, the start of its day.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.firstHitAt.load(website),
  }),
);

import { builder } from './builder.ts';
import { Statistics } from './statistics.ts';

builder.interfaceField(Statistics, 'firstHitAt', t =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the first hit came; null until then. Once that hit is older than hits are kept, it is the moment its day began.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.firstHitAt.load(website),
  }),
);

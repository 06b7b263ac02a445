import { checkAdmin } from '../accounts/viewer.ts';
import { type JobRow, type JobRunRow, listJobRuns, listJobs } from '../jobs/history.ts';
import { signedIn } from '../websites/access.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { pagingArgs, pagingOf, pagingShape } from './paging.ts';

const JOBS = 'see the background work';

const JobOutcome = builder.enumType('JobOutcome', {
  description: 'How a run of background work ended.',
  values: {
    RUNNING: { value: 'running', description: 'It has not ended.' },
    DONE: { value: 'done', description: 'It did what was to be done.' },
    FAILED: { value: 'failed', description: 'It failed and is tried again.' },
    STOPPED: { value: 'stopped', description: 'It was told to end; the next run goes on.' },
    LOST: { value: 'lost', description: 'Its process died, and another run took over.' },
  } as const,
});

const JobRun = builder.objectRef<JobRunRow>('JobRun').implement({
  description: 'One run of background work.',
  fields: t => ({
    name: t.exposeString('name', { description: 'Which work.' }),
    process: t.exposeString('process', { description: 'Host and number of the process that did it.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it runs.',
    }),
    outcome: t.expose('outcome', { type: JobOutcome, description: 'How it ended.' }),
    note: t.exposeString('note', { description: 'What was done, or what went wrong.' }),
  }),
});

const Job = builder.objectRef<JobRow>('Job').implement({
  description: 'A kind of background work.',
  fields: t => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    everySeconds: t.int({
      description: 'Seconds from one run to the next.',
      resolve: ({ period }) => Math.round(period / 1000),
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it runs next.' }),
    failures: t.exposeInt('failures', { description: 'How often in a row it has failed.' }),
    running: t.boolean({ description: 'Whether it runs now.', resolve: ({ run }) => run !== null }),
    lastRun: t.field({
      type: JobRun,
      nullable: true,
      description: 'The run that began last; null before the first.',
      resolve: ({ name }, _, { loaders }) => loaders.lastRun.load(name),
    }),
  }),
});

builder.queryField('jobs', t =>
  t.field({
    type: [Job],
    description: 'All background work of the instance, by name; for admins, and FORBIDDEN for others.',
    extensions: { weight: 10 },
    resolve: async (_, __, { database, viewer }) => {
      checkAdmin(signedIn(viewer), JOBS);
      return [...(await listJobs(database))];
    },
  }),
);

builder.queryField('jobRuns', t =>
  t.field({
    type: [JobRun],
    description:
      'The runs of background work in the last 35 days, the last begun first, a page at a time; for admins, and FORBIDDEN for others.',
    extensions: { weight: 20 },
    args: {
      name: t.arg.string({ description: 'Only runs of this work.' }),
      perPage: t.arg.int({ defaultValue: 100, description: 'How many runs a page has: 10, 25, 50 or 100.' }),
      page: pagingArgs.page,
    },
    validate: checked(pagingShape),
    resolve: async (_, { name, ...args }, { database, viewer }) => {
      checkAdmin(signedIn(viewer), JOBS);
      const { perPage, page } = pagingOf({ ...args, perPage: args.perPage ?? 100 });
      return [...(await listJobRuns(database, name ?? null, perPage, page))];
    },
  }),
);

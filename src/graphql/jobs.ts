import { checkAdmin, signedIn } from '../accounts/viewer.ts';
import type { JobRow } from '../db/models/job.ts';
import type { JobRunRow } from '../db/models/job-run.ts';
import { listJobRuns, listJobs } from '../jobs/runs.ts';
import { sentenceIn } from '../messages/errors.ts';
import { pagingArgs, pagingOf, pagingShape } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';

const JOBS = 'see background jobs';

const JobOutcome = enumOf('JobOutcome', 'The outcome of a job run.', {
  running: 'Still running.',
  done: 'Finished successfully.',
  failed: 'Failed; the job will be retried.',
  stopped: 'Stopped before it finished; the next run continues.',
  lost: 'Its process died, and another run took over.',
});

const JobRun = builder.objectRef<JobRunRow>('JobRun').implement({
  description: 'One run of a background job.',
  fields: t => ({
    name: t.exposeString('name', { description: 'The name of the job.' }),
    process: t.exposeString('process', { description: 'The host and process id that ran it.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the run started.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the run ended; null while it is running.',
    }),
    outcome: t.expose('outcome', { type: JobOutcome, description: 'How the run ended.' }),
    note: t.string({
      description: 'A note on what was done, or what went wrong.',
      resolve: ({ note }, _, { language }) => sentenceIn(language, note),
    }),
  }),
});

const Job = builder.objectRef<JobRow>('Job').implement({
  description: 'A background job.',
  fields: t => ({
    name: t.exposeString('name', { description: 'The name of the job.' }),
    everySeconds: t.int({
      description: 'The interval between runs, in seconds.',
      resolve: ({ period }) => Math.round(period / 1000),
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When the next run is due.' }),
    failures: t.exposeInt('failures', { description: 'The number of consecutive failures.' }),
    running: t.boolean({ description: 'Whether the job is running now.', resolve: ({ run }) => run !== null }),
    lastRun: t.field({
      type: JobRun,
      nullable: true,
      description: 'The most recently started run; null if the job has never run.',
      resolve: ({ name }, _, { loaders }) => loaders.lastRun.load(name),
    }),
  }),
});

builder.queryFields(t => ({
  jobs: t.field({
    type: [Job],
    description: 'All background jobs of the instance, in order of name. FORBIDDEN unless the caller is an admin.',
    extensions: { weight: 10 },
    resolve: async (_, __, { database, viewer }) => {
      checkAdmin(signedIn(viewer), JOBS);
      return [...(await listJobs(database))];
    },
  }),
  jobRuns: t.field({
    type: [JobRun],
    description:
      'One page of the job runs of the last 35 days, most recently started first. FORBIDDEN unless the caller is an admin.',
    extensions: { weight: 20 },
    args: {
      name: t.arg.string({ description: 'Returns only runs of the job with this name.' }),
      perPage: t.arg.int({ defaultValue: 100, description: 'The number of runs per page: 10, 25, 50 or 100.' }),
      page: pagingArgs.page,
    },
    validate: checked(pagingShape),
    resolve: async (_, { name, ...args }, { database, viewer }) => {
      checkAdmin(signedIn(viewer), JOBS);
      const { perPage, page } = pagingOf({ ...args, perPage: args.perPage ?? 100 });
      return [...(await listJobRuns(database, name ?? null, perPage, page))];
    },
  }),
}));

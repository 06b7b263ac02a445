import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Collector } from '../collect/collector.ts';
import { VERSION } from '../process/version.ts';

/** What an operator watches, in Prometheus' text format. Names begin with `footfall_`; durations are in seconds. */
export interface Metrics {
  readonly registry: Registry;
  readonly stored: Counter;
  readonly duplicates: Counter;
  readonly bad: Counter;
  readonly foldFaults: Counter;
  readonly foldConflicts: Counter;
  readonly unreadable: Counter;
  readonly foldSeconds: Histogram;
  readonly requestSeconds: Histogram<'surface' | 'status'>;
  readonly jobRuns: Counter<'name' | 'outcome'>;
  readonly jobDone: Gauge<'name'>;
  readonly jobPeriod: Gauge<'name'>;
}

/** Sources of the figures that are read when somebody asks for them. */
export interface MetricSources {
  readonly collector: Collector;
  /** Hits in the spool that are not folded yet. */
  readonly spoolPending: () => number;
  /** Milliseconds that the fold is behind. */
  readonly foldLag: () => number;
}

export function createMetrics({ collector, spoolPending, foldLag }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'footfall_build_info',
    help: 'Always 1; the label tells which release runs.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  new Counter({
    name: 'footfall_hits_accepted_total',
    help: 'Hits acknowledged as durable.',
    registers,
    collect() {
      this.reset();
      this.inc(collector.accepted());
    },
  });
  new Counter({
    name: 'footfall_hits_dropped_total',
    help: 'Hits rightly not counted, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, hits] of collector.ledger.totals()) this.inc({ reason }, hits);
    },
  });
  new Gauge({
    name: 'footfall_spool_hits',
    help: 'Hits that are durable and not folded yet.',
    registers,
    collect() {
      this.set(spoolPending());
    },
  });
  new Gauge({
    name: 'footfall_fold_lag_seconds',
    help: 'How long the oldest hit that is not folded has waited, in any spool of DATA_DIR.',
    registers,
    collect() {
      this.set(foldLag() / 1000);
    },
  });
  return {
    registry,
    stored: new Counter({ name: 'footfall_hits_stored_total', help: 'Hits folded into the database.', registers }),
    duplicates: new Counter({
      name: 'footfall_hits_duplicate_total',
      help: 'Hits left out by the fold because their id was seen before.',
      registers,
    }),
    bad: new Counter({
      name: 'footfall_hits_bad_total',
      help: 'Hits set aside because they could not be stored.',
      registers,
    }),
    foldFaults: new Counter({
      name: 'footfall_fold_faults_total',
      help: 'Folds that have to be tried again because the database was away.',
      registers,
    }),
    foldConflicts: new Counter({
      name: 'footfall_fold_conflicts_total',
      help: 'Folds that were repeated because another process folded the same website, or a deadlock.',
      registers,
    }),
    unreadable: new Counter({
      name: 'footfall_spool_unreadable_total',
      help: 'Times that a file of the spool could not be read; the log says which, and where it is kept.',
      registers,
    }),
    foldSeconds: new Histogram({
      name: 'footfall_fold_seconds',
      help: 'Time of one fold of one website.',
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'footfall_request_seconds',
      help: 'Time of a GraphQL or REST request.',
      labelNames: ['surface', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    jobRuns: new Counter({
      name: 'footfall_job_runs_total',
      help: 'Runs of background work, by how they ended.',
      // Prometheus itself calls what it scrapes a job.
      labelNames: ['name', 'outcome'],
      registers,
    }),
    jobPeriod: new Gauge({
      name: 'footfall_job_period_seconds',
      help: 'How often background work is to be done.',
      labelNames: ['name'],
      registers,
    }),
    jobDone: new Gauge({
      name: 'footfall_job_done_timestamp_seconds',
      help: 'When background work was last done.',
      labelNames: ['name'],
      registers,
    }),
  };
}

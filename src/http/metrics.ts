import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Collector } from '../collect/collector.ts';
import type { Progress } from '../db/columns/backlog.ts';
import { VERSION } from '../process/version.ts';

/** The metrics for operators, in Prometheus' text format. Names begin with `footfall_`; durations are in seconds. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Sources of the figures that are read on request. */
export interface MetricSources {
  readonly collector: Collector;
  /** Hits in the spool that are not folded yet. */
  readonly spoolPending: () => number;
  /** The number of milliseconds that the fold is behind. */
  readonly foldLag: () => number;
  /** How packing columns is going; null if it has not begun. Times are in milliseconds since 1970, or 0 for never. */
  readonly packing: () => {
    readonly progress: Progress | null;
    readonly doneAt: number;
    readonly failures: number;
    readonly failedAt: number;
  } | null;
}

export function createMetrics({ collector, spoolPending, foldLag, packing }: MetricSources) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'footfall_build_info',
    help: 'Always 1; the label is the running release.',
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
    help: 'Hits deliberately not counted, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, hits] of collector.ledger.totals()) this.inc({ reason }, hits);
    },
  });
  new Gauge({
    name: 'footfall_spool_hits',
    help: 'Hits that are durable but not folded yet.',
    registers,
    collect() {
      this.set(spoolPending());
    },
  });
  new Gauge({
    name: 'footfall_fold_lag_seconds',
    help: 'How long the oldest unfolded hit has waited, in any spool of DATA_DIR.',
    registers,
    collect() {
      this.set(foldLag() / 1000);
    },
  });
  const columnGauge = (name: string, help: string, read: (progress: Progress) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const progress = packing()?.progress;
        if (progress) this.set(read(progress));
      },
    });
  columnGauge('footfall_columns_days', 'Completed days of all websites, added up.', ({ days }) => days);
  columnGauge(
    'footfall_columns_packed_days',
    'Completed days that are packed on this machine.',
    ({ packed }) => packed,
  );
  columnGauge('footfall_columns_bytes', 'Size of the columns on this machine.', ({ bytes }) => bytes);
  new Gauge({
    name: 'footfall_columns_packed_timestamp_seconds',
    help: 'When columns were last packed, or found to be packed.',
    registers,
    collect() {
      this.set((packing()?.doneAt ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'footfall_columns_failed_timestamp_seconds',
    help: 'When columns last could not be packed; 0 if that has not happened.',
    registers,
    collect() {
      this.set((packing()?.failedAt ?? 0) / 1000);
    },
  });
  new Counter({
    name: 'footfall_columns_failures_total',
    help: 'Times that columns could not be packed; visits were read from the database.',
    registers,
    collect() {
      this.reset();
      this.inc(packing()?.failures ?? 0);
    },
  });
  return {
    registry,
    stored: new Counter({ name: 'footfall_hits_stored_total', help: 'Hits folded into the database.', registers }),
    duplicates: new Counter({
      name: 'footfall_hits_duplicate_total',
      help: 'Hits skipped because their id was seen before.',
      registers,
    }),
    bad: new Counter({
      name: 'footfall_hits_bad_total',
      help: 'Hits set aside because they could not be stored.',
      registers,
    }),
    foldFaults: new Counter({
      name: 'footfall_fold_faults_total',
      help: 'Folds to be retried because the database was unavailable.',
      registers,
    }),
    foldConflicts: new Counter({
      name: 'footfall_fold_conflicts_total',
      help: 'Folds repeated because another process folded the same website, or because of a deadlock.',
      registers,
    }),
    unreadable: new Counter({
      name: 'footfall_spool_unreadable_total',
      help: 'Times that a spool file could not be read; the log names the file and where it is kept.',
      registers,
    }),
    foldSeconds: new Histogram({
      name: 'footfall_fold_seconds',
      help: 'Time to fold one website once.',
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'footfall_request_seconds',
      help: 'Duration of a GraphQL, REST or page request.',
      labelNames: ['surface', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    jobRuns: new Counter({
      name: 'footfall_job_runs_total',
      help: 'Background job runs, by outcome.',
      // Not `job`, because Prometheus uses that label for its scrape targets.
      labelNames: ['name', 'outcome'],
      registers,
    }),
    jobPeriod: new Gauge({
      name: 'footfall_job_period_seconds',
      help: 'How often the background job is due.',
      labelNames: ['name'],
      registers,
    }),
    jobDone: new Gauge({
      name: 'footfall_job_done_timestamp_seconds',
      help: 'When the background job was last completed.',
      labelNames: ['name'],
      registers,
    }),
  };
}

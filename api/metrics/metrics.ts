import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ERRORS } from '../contract/errors.ts';
import { RELEASES } from '../db/releases.ts';

/**
 * What this process has done since it started, in the format of Prometheus (docs/decisions/0180). No label holds a person,
 * an id, a title, a path with ids filled in, or an address.
 */
export type Metrics = ReturnType<typeof createMetrics>;

const SWEPT = ['rows', 'media'] as const;
const DERIVED = ['made', 'failed', 'given_up'] as const;

/** What became of a sweep: another replica may be at it, or it stopped because something is wrong. */
export type SweepEnd = 'done' | 'elsewhere' | 'stopped';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'longline_requests_total',
    help: 'Answered requests, by route, status and, for a refusal, its code.',
    labelNames: ['method', 'route', 'status', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'longline_request_seconds',
    help: 'Seconds from a request to the beginning of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const changes = new Counter({
    name: 'longline_changes_total',
    help: 'Changes in envelopes, by answer: applied, or the code of the refusal.',
    labelNames: ['answer'],
    registers,
  });
  const waited = new Histogram({
    name: 'longline_change_age_seconds',
    help: 'How long changes in envelopes had waited on their device, by its own clock.',
    buckets: [1, 10, MINUTE_S, 10 * MINUTE_S, HOUR_S, 6 * HOUR_S, DAY_S, 7 * DAY_S, 30 * DAY_S],
    registers,
  });
  const streams = new Gauge({ name: 'longline_event_streams', help: 'Open event streams.', registers });
  const sweepSeconds = new Gauge({
    name: 'longline_sweep_seconds',
    help: 'How long the last completed sweep took.',
    labelNames: ['what'],
    registers,
  });
  const sweptAt = new Gauge({
    name: 'longline_sweep_completed_timestamp_seconds',
    help: 'When this process last completed a sweep. Replicas take turns at media.',
    labelNames: ['what'],
    registers,
  });
  const failedSweeps = new Counter({
    name: 'longline_sweeps_failed_total',
    help: 'Sweeps that failed or stopped.',
    labelNames: ['what'],
    registers,
  });
  const derivations = new Counter({
    name: 'longline_derivations_total',
    help: 'Attempts to derive files from an object: made, failed (retried later) or given_up.',
    labelNames: ['result'],
    registers,
  });
  // A series that begins at its first count looks as if nothing had been counted.
  for (const answer of ['applied', ...Object.keys(ERRORS)]) changes.inc({ answer }, 0);
  for (const what of SWEPT) failedSweeps.inc({ what }, 0);
  for (const result of DERIVED) derivations.inc({ result }, 0);
  new Gauge({ name: 'longline_info', help: 'The version of this server.', labelNames: ['version'], registers }).set(
    { version: RELEASES.at(-1)!.release },
    1,
  );

  return {
    registry,
    /** Also measures the process itself: event-loop delay, memory, garbage collection. Once per process. */
    measureProcess: () => collectDefaultMetrics({ register: registry }),
    /** @param route the pattern, such as `/api/dogs/:id` */
    answered({ method, route, status, code, ms }: { method: string; route: string; status: number; code: string; ms: number }) {
      const call = { method: METHODS.has(method) ? method : 'other', route };
      requests.inc({ ...call, status: String(status), code });
      seconds.observe(call, ms / 1_000);
    },
    /** @param answer `applied`, or the code of the refusal */
    changeAnswered: (answer: string) => changes.inc({ answer }),
    changeArrived: (ageSeconds: number) => waited.observe(ageSeconds),
    /** Counts an open event stream until the returned function is called. */
    streamOpened() {
      streams.inc();
      return () => streams.dec();
    },
    derived: (result: (typeof DERIVED)[number]) => derivations.inc({ result }),
    /** Measures a sweep. Rethrows its error. */
    async measureSweep(what: (typeof SWEPT)[number], sweep: () => Promise<SweepEnd>): Promise<void> {
      const stop = sweepSeconds.startTimer({ what });
      const end = await sweep().catch((error: unknown) => {
        failedSweeps.inc({ what });
        throw error;
      });
      if (end === 'stopped') failedSweeps.inc({ what });
      if (end !== 'done') return;
      stop();
      sweptAt.setToCurrentTime({ what });
    },
  };
}

import type { Services } from '../../../platform/context.ts';

export { openReadiness, type Readiness } from './readiness.ts';

/** A number for `/metrics`, or one for each set of labels. */
export interface Metric {
  /** Starts with `long_after_` and ends with its unit, if it has one. */
  name: string;
  help: string;
  samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
}

/** Reads figures from the database. Must be quick however many rows there are. */
export type ReadMetrics = (services: Services) => Promise<Metric[]>;

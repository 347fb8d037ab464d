/** What other features may use of deliveries, besides the queries: how the thread hangs, words for counts, and addresses. */
export { swayAt, swayPath } from './life-thread/life-layout.ts';
export { seriesPath } from './series/asked-series.ts';

/** What a link to the form for a series preselects. */
export interface AskedSeries {
  recipientId: string | null;
  /** The memory for the year for which something was being written. */
  memoryId: string | null;
  /** The memory for every year. */
  sameMemoryId: string | null;
  /** Whether to fill the years with what was left for the person and has no day yet. */
  isFilled: boolean;
}

/** `?every=year`, or `?every=birthday` with existing memories filled in, with `&for=<recipient id>`, `&memory=<id>`, `&same=<id>`; else null. */
export function readAskedSeries(search: URLSearchParams): AskedSeries | null {
  const every = search.get('every');
  if (every === null) return null;
  return {
    recipientId: search.get('for') || null,
    memoryId: search.get('memory') || null,
    sameMemoryId: search.get('same') || null,
    isFilled: every === 'birthday',
  };
}

export function isPreselecting(asked: AskedSeries | null): boolean {
  return (asked?.recipientId ?? asked?.memoryId ?? asked?.sameMemoryId ?? null) !== null;
}

/** The URL of the form for a series. */
export function newSeriesPath(asked: Partial<AskedSeries> = {}): string {
  const { recipientId, memoryId, sameMemoryId, isFilled } = asked;
  const parts = [
    `every=${isFilled ? 'birthday' : 'year'}`,
    recipientId && `for=${recipientId}`,
    memoryId && `memory=${memoryId}`,
    sameMemoryId && `same=${sameMemoryId}`,
  ];
  return `/schedule?${parts.filter(Boolean).join('&')}`;
}

/** The URL of a series. */
export function seriesPath(id: string): string {
  return `/schedule?series=${id}`;
}

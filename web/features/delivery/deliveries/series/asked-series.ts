/** What a link to the form of a series asks for. */
export interface AskedSeries {
  recipientId: string | null;
  /** What goes in the year for which something was being written. */
  memoryId: string | null;
  /** What goes every year. */
  sameMemoryId: string | null;
  /** Whether the years get what was left for the person and has no day yet. */
  isFilled: boolean;
}

/** `?every=year`, or `?every=birthday` with what there is filled in, with `&for=<recipient id>`, `&memory=<id>`, `&same=<id>`; null for any other address. */
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

/** The address of the form of a series. */
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

/** The address of a series. */
export function seriesPath(id: string): string {
  return `/schedule?series=${id}`;
}

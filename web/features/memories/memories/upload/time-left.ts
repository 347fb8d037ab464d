const settlingMs = 2000;

/** An estimate from the speed so far; null while it is too early for one. */
export function secondsLeft(percent: number, elapsedMs: number): number | null {
  if (percent <= 0 || elapsedMs < settlingMs) return null;
  return ((100 - percent) / percent) * (elapsedMs / 1000);
}

/** 'less than 10 seconds left', 'about 40 seconds left', 'about 3 minutes left': no more precise than the estimate. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 10) return 'less than 10 seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}

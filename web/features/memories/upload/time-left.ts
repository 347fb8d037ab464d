const quietMs = 2000;

/** How long the rest will take if it goes on as it went so far; null until that can be told. */
export function secondsLeft(percent: number, elapsedMs: number): number | null {
  if (percent <= 0 || elapsedMs < quietMs) return null;
  return ((100 - percent) / percent) * (elapsedMs / 1000);
}

/** 'less than 10 seconds left', 'about 40 seconds left', 'about 3 minutes left': no more exact than it is known. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 10) return 'less than 10 seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}

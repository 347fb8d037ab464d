/** `12 min`, `2 h`, `4 days`: how long ago `instant` was. */
export function ageOf(instant: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

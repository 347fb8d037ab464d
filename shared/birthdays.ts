const msPerHour = 3_600_000;

/** The zone that is furthest ahead: a day that has begun somewhere has begun. */
const furthestAheadHours = 14;

/** Has the day `text` (YYYY-MM-DD) begun, less than 130 years ago? */
export function isPlausibleBirthday(text: string): boolean {
  const today = new Date(Date.now() + furthestAheadHours * msPerHour);
  const year = Number(text.slice(0, 4));
  return year >= today.getUTCFullYear() - 130 && text <= today.toISOString().slice(0, 10);
}

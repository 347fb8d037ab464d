import { listNames } from '../../../../shared/names.ts';

const titlesShown = 3;

/** Each title once: '“T” (3 deliveries) and “The garden”', or the first three 'and 2 more'. */
export function listTitles(schedules: readonly { memoryTitle: string }[]): string {
  const counts = new Map<string, number>();
  for (const { memoryTitle } of schedules) counts.set(memoryTitle, (counts.get(memoryTitle) ?? 0) + 1);
  const titles = [...counts].map(
    ([title, count]) => `“${title}”${count > 1 ? ` (${count} deliveries)` : ''}`,
  );
  const rest = titles.length - titlesShown;
  return listNames(rest > 1 ? [...titles.slice(0, titlesShown), `${rest} more`] : titles);
}

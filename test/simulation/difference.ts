import type { Family } from './family.ts';

// One worker that nothing ever goes wrong with, and three in all weathers: in the end everybody has been given the same.

const day = 86_400_000;
/** What fell due shortly before the end may still be on its way where the mail server was away for long, or a death was verified later. */
const settledDays = 400;

/** What fell due for whom, and whether they were shown it. Without what depends on when somebody did something about it. */
export function endOf(families: readonly Family[], end: Date): Map<string, string> {
  const settled = new Date(end.getTime() - settledDays * day);
  return new Map(
    families.flatMap(({ name, promised, plan }) =>
      promised.flatMap(({ title, to, dueAt, withdrawnAt, shownAt }): [string, string][] => {
        const isUndisturbed = !plan && !to.isHardToReach && !to.sayEndsAt && to.stops.length === 0;
        const isSettled = dueAt && dueAt < settled && !withdrawnAt;
        return isSettled && isUndisturbed
          ? [[`"${title}" of ${name} for ${to.name}`, shownAt ? 'shown' : 'not shown']]
          : [];
      }),
    ),
  );
}

/** A sentence for each difference between two ends of the same lives. What only one of them has had different lives. */
export function compareEnds(
  calm: ReadonlyMap<string, string>,
  stormy: ReadonlyMap<string, string>,
): string[] {
  return [...calm].flatMap(([what, end]) => {
    const other = stormy.get(what);
    return other === undefined || other === end
      ? []
      : [`${what} is ${end} in calm weather and ${other} in all weathers`];
  });
}

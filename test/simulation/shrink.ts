import type { Outcome } from './simulation.ts';

/** Lives through a world without some of what happened in it. */
type LiveWithout = (leaveOut: ReadonlySet<string>) => Promise<Outcome | undefined>;

/**
 * Leaves out of a world that broke whatever it breaks without, family by family and then act by act, in pieces that become smaller
 * (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). Answers the last that broke.
 */
export async function shrink(
  broken: Outcome,
  live: LiveWithout,
  tell: (what: string) => void,
): Promise<Outcome> {
  let smallest = broken;
  const leftOut = new Set<string>();
  const tryWithout = async (names: readonly string[]): Promise<boolean> => {
    const outcome = await live(new Set([...leftOut, ...names]));
    if (!outcome || outcome.faults.length === 0) return false;
    smallest = outcome;
    for (const name of names) leftOut.add(name);
    tell(`it breaks with ${outcome.names.length} of ${broken.names.length} events`);
    return true;
  };
  const groups = Map.groupBy(broken.names, (name) => name.split(',')[0]);
  await dropAll([...groups.values()], (some) => tryWithout(some.flat()));
  await dropAll(smallest.names, tryWithout);
  return smallest;
}

/** Tries to do without pieces of `items`, from halves to single ones. */
async function dropAll<T>(
  items: readonly T[],
  tryWithout: (some: readonly T[]) => Promise<boolean>,
): Promise<void> {
  let rest = [...items];
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < rest.length; ) {
      const some = rest.slice(from, from + size);
      if (some.length < rest.length && (await tryWithout(some)))
        rest = rest.filter((one) => !some.includes(one));
      else from += size;
    }
}

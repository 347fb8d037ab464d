/** A numbered list; tests carry its numbers in their names or in their files' names. */
export interface NumberedList {
  title: string;
  what: Record<string, string>;
  /** Matches this number, or any, in the name of a test. */
  mark: (number?: string) => RegExp;
  /** Every test in here belongs to the list, whatever its name. */
  folder?: string;
  numberOfFile?: (path: string) => string | undefined;
}

export interface NumberedResult {
  /** Includes the names of the enclosing `describe` blocks. */
  name: string;
  path: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
}

/** The result of each number, and on a line of their own the numbers without a test. */
export function tableOf(list: NumberedList, results: NumberedResult[]): string {
  const counted = Object.entries(list.what).map(([number, what]) => {
    const own = results.filter((result) => carries(list, number, result));
    const count = (state: NumberedResult['state']) => own.filter((result) => result.state === state).length;
    return { number, what, total: own.length, counts: [count('passed'), count('failed'), count('skipped')] };
  });
  const wide = Math.max(...Object.values(list.what).map((what) => what.length));
  const lineOf = (number: string, what: string, counts: (string | number)[]) =>
    `${number.padStart(5)}  ${what.padEnd(wide)}${counts.map((count) => String(count).padStart(9)).join('')}`;
  const without = counted.filter(({ total }) => total === 0).map(({ number }) => number);
  return [
    lineOf('', list.title, ['passed', 'failed', 'skipped']),
    ...counted
      .filter(({ total }) => total > 0)
      .map(({ number, what, counts }) => lineOf(number, what, counts)),
    ...(without.length > 0 ? [`No test by this number: ${without.join(', ')}`] : []),
  ].join('\n');
}

function carries(list: NumberedList, number: string, { name, path }: NumberedResult): boolean {
  return list.numberOfFile?.(path) === number || list.mark(number).test(name);
}

import { capitalized } from '../letter-case.ts';
// What keeps a member of staff from verifying a death. The page says it before they press the button, and the
// server in its response: both use this function, so that they never differ. Without zod.

export const statement = 'statement';

interface Case<Warning extends string> {
  /** In order; the statement comes last. */
  proofs: readonly { id: string }[];
  hasOtherEvidence: boolean;
  /** What this person has opened in this round: ids of proofs, or `statement`. */
  opened: readonly string[];
  /** Proofs that nobody can open. They have a warning instead. */
  unopenable: readonly string[];
  warnings: readonly Warning[];
}

export interface Missing {
  /** The numbers, from 1, of the proofs still to be opened. */
  toOpen: number[];
  /** The numbers, from 1, of the warnings without an answer. */
  toAnswer: number[];
  hasNothing: boolean;
}

export function itemsOf({ proofs, hasOtherEvidence }: Pick<Case<string>, 'proofs' | 'hasOtherEvidence'>) {
  return [...proofs.map(({ id }) => id), ...(hasOtherEvidence ? [statement] : [])];
}

export function missingFor<Warning extends string>(
  report: Case<Warning>,
  answers: Partial<Record<Warning, string>>,
): Missing {
  const { opened, unopenable, warnings } = report;
  const items = itemsOf(report);
  const toOpen = numbersOf(items, (item) => !opened.includes(item) && !unopenable.includes(item));
  return {
    toOpen,
    toAnswer: numbersOf(warnings, (warning) => !answers[warning]?.trim()),
    hasNothing: toOpen.length === 0 && !items.some((item) => opened.includes(item)),
  };
}

function numbersOf<Item>(items: readonly Item[], isMissing: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isMissing(item) ? index + 1 : []));
}

/** For example `Open proof 2; answer 2 and 3.`; undefined if nothing is missing. */
export function missingWords({ toOpen, toAnswer, hasNothing }: Missing): string | undefined {
  const parts = [
    toOpen.length > 0 && `open ${toOpen.length === 1 ? 'proof' : 'proofs'} ${inWords(toOpen)}`,
    hasNothing && 'ask the reporter for a proof that can be opened',
    toAnswer.length > 0 && `answer ${toAnswer.length === 1 ? 'warning' : 'warnings'} ${inWords(toAnswer)}`,
  ].filter((part) => part !== false);
  const all = parts.join('; ');
  return all ? `${capitalized(all)}.` : undefined;
}

function inWords(numbers: readonly number[]): string {
  const [last, ...others] = numbers.toReversed();
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} and ${last}`;
}

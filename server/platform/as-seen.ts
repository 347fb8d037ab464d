import { AppError } from './errors.ts';

/** 409, with a sentence for each difference, if a member of staff decided about something that is no longer as they saw it. */
export function requireAsSeen(what: string, differences: Record<string, string | false>): void {
  const found = Object.entries(differences).filter((entry): entry is [string, string] => entry[1] !== false);
  if (found.length === 0) return;
  throw new AppError('conflict', `This ${what} changed while you were looking at it. Nothing was done.`, {
    fields: Object.fromEntries(found),
  });
}

type Seen = Readonly<Record<string, string | boolean | null>>;

/** For `requireAsSeen`: the fields that are no longer as they were seen, each with its name for people. */
export function differences<Names extends Readonly<Record<string, string>>>(
  names: Names,
  seen: Pick<Seen, keyof Names & string>,
  now: Pick<Seen, keyof Names & string>,
): Record<string, string> {
  const changed = Object.entries(names).filter(([field]) => seen[field] !== now[field]);
  return Object.fromEntries(
    changed.map(([field, name]) => [
      field,
      `${name}: it was “${inWords(seen[field])}”, and is “${inWords(now[field])}” now`,
    ]),
  );
}

function inWords(value: string | boolean | null | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value ?? '';
}

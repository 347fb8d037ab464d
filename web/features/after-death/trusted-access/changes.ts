import type { LifeChangeKind, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';

/** A hold is requested in a separate part of the page. */
export type Ticked = Exclude<LifeChangeKind, 'hold'>;

/** Changes that need a detail before they are saved. */
export type Asked = Exclude<Ticked, 'pause'>;

export const tickedKinds = ['moved', 'new_name', 'minor', 'pause', 'died'] as const satisfies Ticked[];

export function isAsked(kind: Ticked): kind is Asked {
  return kind !== 'pause';
}

interface ChangeWords {
  label: (name: string) => string;
  does: (name: string) => string;
  saved: (name: string) => string;
}

export const changes: Readonly<Record<Ticked, ChangeWords>> = {
  moved: {
    label: (name) => `${name} has moved`,
    does: () => 'We ask you for the new mailing address.',
    saved: () => 'Thank you. Whoever was reached there before hears of it, and we use it some days from now.',
  },
  new_name: {
    label: (name) => `${name} has a new name`,
    does: () => 'We use the new name when we write.',
    saved: () => 'Saved. We use the new name from now on.',
  },
  minor: {
    label: (name) => `${name} is under 18`,
    does: (name) => `We wait, and ask you who looks after ${name}.`,
    saved: (name) => `Saved. Nothing goes to ${name} for now. A person here writes to you.`,
  },
  pause: {
    label: (name) => `This is a hard time for ${name}, and it should wait`,
    does: (name) => `We hold whatever is for ${name}. You can lift it here at any time.`,
    saved: (name) => `Saved. Nothing goes to ${name} until you lift it.`,
  },
  died: {
    label: (name) => `${name} has died`,
    does: () => 'We stop, and write to you before anything else happens.',
    saved: () => 'Saved. We have stopped. A person here writes to you.',
  },
};

interface ChangeField {
  name: 'mailingAddress' | 'firstName' | 'lastName' | 'note';
  label: (name: string) => string;
  /** The error if it is missing; undefined if it is optional. */
  missing?: string;
  isLong?: boolean;
}

export const questionsOf: Readonly<
  Record<
    Asked,
    { lead?: (name: string) => string; fields: readonly ChangeField[]; action: (name: string) => string }
  >
> = {
  moved: {
    fields: [
      {
        name: 'mailingAddress',
        label: () => 'The new mailing address',
        missing: 'Please enter the new address',
        isLong: true,
      },
    ],
    action: () => 'Save the address',
  },
  new_name: {
    fields: [
      { name: 'firstName', label: () => 'First name', missing: 'Please enter a first name' },
      { name: 'lastName', label: () => 'Last name', missing: 'Please enter a last name' },
    ],
    action: () => 'Save the name',
  },
  minor: {
    lead: (name) => `Nothing goes to ${name} until a person here has read this and written to you.`,
    fields: [
      {
        name: 'note',
        label: () => 'What else should we know?',
        isLong: true,
      },
    ],
    action: () => 'Save',
  },
  died: {
    lead: (name) =>
      `We are sorry. When you press the button, nothing more goes to ${name}, and a person here writes to you.`,
    fields: [{ name: 'note', label: () => 'What should we know?', isLong: true }],
    action: (name) => `${name} has died`,
  },
};

export function describeLifted({ firstName, changes: left }: TrustedPerson): string {
  return left.length > 0
    ? `Lifted. For another reason, nothing goes to ${firstName} yet.`
    : `Lifted. Whatever is for ${firstName} goes on.`;
}

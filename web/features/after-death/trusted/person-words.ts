import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { dayOf } from './words.ts';

const relations: Readonly<Record<TrustedPerson['relationship'], string>> = {
  spouse: '’s spouse.',
  child: '’s child.',
  parent: '’s parent.',
  sibling: '’s sibling.',
  friend: '’s friend.',
  relative: '’s relative.',
  other: '',
};

/** 'Ruth’s child.'; empty where the owner did not say. */
export function relationTo(ownerFirstName: string, { relationship }: TrustedPerson): string {
  const relation = relations[relationship];
  return relation && `${ownerFirstName}${relation}`;
}

/** Somebody told us so. Nothing more goes to them. */
export function hasDied({ changes }: TrustedPerson): boolean {
  return changes.some(({ kind }) => kind === 'died');
}

/** How things stand with somebody, in a sentence. It never says whether anything is to come. */
export function describeReach(person: TrustedPerson): string {
  const { firstName, email, reachedAt, cameBackAt } = person;
  switch (person.reach) {
    case 'reached':
      return reachedAt ? `We reached ${firstName} on ${dayOf(reachedAt)}.` : `We have reached ${firstName}.`;
    case 'on_its_way':
      return `We are writing to ${firstName}. Nothing has come back.`;
    case 'not_reached':
      return cameBackAt
        ? `The e-mail${email ? ` to ${email}` : ''} came back on ${dayOf(cameBackAt)}.`
        : `We could not reach ${firstName}${email ? ` at ${email}` : ''}.`;
    case 'no_address':
      return `We have no address for ${firstName} yet.`;
    case 'held':
      if (hasDied(person))
        return `We were told that ${firstName} has died. Nothing goes out to ${firstName}.`;
      return `Nothing goes to ${firstName} for now, because we were asked to wait.`;
    case 'nothing_to_do':
      return `There is nothing to do for ${firstName} now.`;
  }
}

/** What saving the addresses does, said before they are saved; undefined while there is nothing to save. */
export function describeSaving(
  { firstName, reach }: TrustedPerson,
  { isChanged, isNewEmail }: { isChanged: boolean; isNewEmail: boolean },
): string | undefined {
  if (reach === 'not_reached' && (isNewEmail || !isChanged))
    return `${firstName} gets an e-mail at the new address within a few minutes of your saving it.`;
  if (reach === 'no_address' && (isNewEmail || !isChanged))
    return `Whatever waits for ${firstName} goes to the new address within a few minutes of your saving it.`;
  if (!isChanged) return undefined;
  if (isNewEmail && reach === 'held')
    return 'We use it once we need not wait any longer. Until then, nothing goes there.';
  return isNewEmail ? `From now on we write to ${firstName} at this address.` : 'We use this from now on.';
}

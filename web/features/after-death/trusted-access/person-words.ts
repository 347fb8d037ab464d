import { type ReachedField, reachedFields } from '../../../../shared/after-death/address-changes.ts';
import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { formatMoment } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { dayOf } from './phrases.ts';

const relations: Readonly<Record<TrustedPerson['relationship'], string>> = {
  spouse: '’s spouse.',
  child: '’s child.',
  parent: '’s parent.',
  sibling: '’s sibling.',
  friend: '’s friend.',
  relative: '’s relative.',
  other: '',
};

/** 'Ruth’s child.'; empty if the owner did not say. */
export function relationTo(ownerFirstName: string, { relationship }: TrustedPerson): string {
  const relation = relations[relationship];
  return relation && `${ownerFirstName}${relation}`;
}

/** Whether we were told that they have died; then nothing more is sent to them. */
export function hasDied({ changes }: TrustedPerson): boolean {
  return changes.some(({ kind }) => kind === 'died');
}

/** How things stand with somebody, in a sentence. It never says whether anything is still to come. */
export function describeReach(person: TrustedPerson): string {
  const { firstName, email, reachedAt, cameBackAt } = person;
  switch (person.reach) {
    case 'reached':
      return reachedAt ? `We reached ${firstName} on ${dayOf(reachedAt)}.` : `We have reached ${firstName}.`;
    case 'on_its_way':
      return `We are writing to ${firstName}. Nothing has come back.`;
    case 'waits':
      return `Something for ${firstName} waits ${untilWhen(person, 'their')}. You need not do anything.`;
    case 'not_reached':
      return cameBackAt
        ? `The email${email ? ` to ${email}` : ''} came back on ${dayOf(cameBackAt)}.`
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

export function describeYourReach(person: TrustedPerson): string {
  const { reachedAt } = person;
  switch (person.reach) {
    case 'reached':
      return reachedAt ? `We reached you on ${dayOf(reachedAt)}.` : 'We have reached you.';
    case 'on_its_way':
      return 'We are writing to you. Nothing has come back.';
    case 'waits':
      return `Something for you waits ${untilWhen(person, 'your')}. You need not do anything.`;
    case 'not_reached':
    case 'no_address':
      return 'We could not reach you with what was left for you.';
    case 'held':
      return 'Nothing goes to you for now, because we were asked to wait.';
    case 'nothing_to_do':
      return 'There is nothing for you to do about yourself.';
  }
}

function untilWhen({ addressWaitsUntil }: TrustedPerson, whose: 'their' | 'your'): string {
  return addressWaitsUntil && new Date(addressWaitsUntil) > new Date()
    ? `until ${formatMoment(addressWaitsUntil, deviceTimeZone())}, because ${whose} address was changed`
    : 'until we have seen to it here';
}

/** What saving the addresses would do, shown before they are saved; undefined while there is nothing to save. */
export function describeSaving(
  { firstName, reach }: TrustedPerson,
  { isChanged, isNewEmail }: { isChanged: boolean; isNewEmail: boolean },
): string | undefined {
  if (reach === 'no_address' && (isNewEmail || !isChanged))
    return `Whatever waits for ${firstName} goes to the new address some days after you have saved it, or after a person here has looked at it.`;
  if (!isChanged) return undefined;
  if (isNewEmail && reach === 'held')
    return 'We use it once we need not wait any longer. Until then, nothing goes there.';
  return `${firstName} and the other trusted contacts hear of it. Nothing goes to ${firstName} for some days, in case it is wrong.`;
}

/** The result of saving. If staff have to confirm it first, nothing has changed yet. */
export function describeSaved(wanted: Pick<TrustedPerson, ReachedField>, saved: TrustedPerson): string {
  const { firstName, addressWaitsUntil } = saved;
  const isTaken = reachedFields.every((field) => bare(wanted[field]) === bare(saved[field]));
  if (!isTaken) return 'Thank you. Nothing is changed yet: a person here looks at it first.';
  if (!addressWaitsUntil) return 'Saved.';
  return `Saved. From ${formatMoment(addressWaitsUntil, deviceTimeZone())} on we use it. Until then nothing goes to ${firstName}.`;
}

/** Without spaces and punctuation, which the server normalizes. */
function bare(text: string | null): string {
  return (text ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}@.]/gu, '');
}

import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';

/** Whether anything was chosen. */
export function hasChosen(wishes: ReleaseWishes): boolean {
  const { reporters, objectionDays, quietDays, noteToContacts, secondEmail, stoppingCode } = wishes;
  return [
    reporters === 'trusted_contacts',
    objectionDays,
    quietDays,
    noteToContacts,
    secondEmail,
    stoppingCode,
  ].some(Boolean);
}

import type { z } from 'zod';
import type { ReleaseWishes, ReleaseWishesForm } from '../../../../shared/after-death/release-wishes.ts';

// Also loaded by the dashboard, so it imports only types from the schemas, which would bring zod along.

export type WishesForm = z.input<typeof ReleaseWishesForm>;

export function formOf(wishes: ReleaseWishes): WishesForm {
  const { reporters, objectionDays, quietDays, noteToContacts } = wishes;
  return { reporters, objectionDays, quietDays, noteToContacts };
}

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

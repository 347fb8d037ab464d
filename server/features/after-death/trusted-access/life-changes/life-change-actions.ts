import type { LifeChangeAct } from '../../../../../shared/after-death/staff-life-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { passOnDeliveries } from '../../../delivery/deliveries/recipient/recipient.ts';
import { passOnItems } from '../../../keepsakes/physical-items/physical-items.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { nameGuardian } from '../../../people/recipients/recipients.ts';
import type { AuditAction } from '../../../system/audit/audit.ts';
import { isHolding } from './change-rows.ts';
import type { LifeChangeRow } from './life-changes.table.ts';

export function actsOn(change: LifeChangeRow, { birthday }: Pick<RecipientRow, 'birthday'>): LifeChangeAct[] {
  if (!isHolding(change) || change.confirmedAt) return [];
  const acts: LifeChangeAct[] = change.kind === 'died' ? ['end', 'confirm-death'] : ['end'];
  // Without a date of birth, the guardian's say would never end.
  if (change.guardianId && (birthday ?? change.birthday)) acts.unshift('name-guardian');
  // Nobody is left to answer once the owner has removed that contact.
  return change.accessId ? ['answer', ...acts] : acts;
}

type Verb = (
  tx: Tx,
  services: Services,
  locked: {
    change: LifeChangeRow;
    person: RecipientRow;
    substitute: RecipientRow | undefined;
    by: string;
    at: Date;
  },
) => Promise<{ changes: Partial<LifeChangeRow>; details?: Record<string, string | number | null> }>;

export const verbs: Record<LifeChangeAct, { action: AuditAction; verb: Verb }> = {
  answer: { action: 'life-change.answered-by-staff', verb: async () => ({ changes: {} }) },
  end: {
    action: 'life-change.ended-by-staff',
    verb: async (_tx, _services, { at }) => ({ changes: { endedAt: at, endedBy: 'staff' } }),
  },
  'name-guardian': {
    action: 'life-change.guardian-named-by-staff',
    verb: async (tx, services, { change: { guardianId, birthday }, person, at }) => {
      await nameGuardian(tx, services, person, { guardianId, birthday });
      return {
        changes: { confirmedAt: at, endedAt: at, endedBy: 'staff' },
        details: { guardian: guardianId },
      };
    },
  },
  'confirm-death': {
    action: 'life-change.death-confirmed-by-staff',
    verb: async (tx, services, { person, substitute, by, at }) => {
      const passingOn = {
        actor: by,
        userId: person.userId,
        from: person.id,
        to: substitute?.id ?? null,
      };
      const passedOn = await passOnDeliveries(tx, services, passingOn);
      await passOnItems(tx, services, passingOn);
      return {
        changes: { confirmedAt: at },
        details: { schedules: passedOn, substitute: substitute?.id ?? null },
      };
    },
  },
};

import { secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import type { ToldPerson } from './merge-people.ts';
import type { ReleaseRow } from './releases.table.ts';
import { listTold } from './who-was-told.ts';

/** After this long, a message that was being sent when the release was revoked has either left or failed. */
const settledSeconds = 60;

/**
 * Tells everybody who heard of the owner's death that it was a mistake: one message per person. Returns how
 * many. The caller has locked the deliveries, so that nobody is told of the death after this.
 */
export async function tellEverybodyLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  release: ReleaseRow,
): Promise<number> {
  const told = (await listTold(tx, release)).flatMap(({ contact, ...person }) =>
    contact === null ? [] : [{ ...person, ...contact }],
  );
  const heldUntil = secondsAfter(services.clock.now(), settledSeconds);
  await enqueueMails(
    tx,
    services,
    told.map((person) => ({
      kind: 'release-revoked' as const,
      userId: release.userId,
      toAddress: person.address,
      channel: person.channel,
      subjectId: release.id,
      details: toDetails(person),
      dedupeKey: `release-revoked:${release.id}:${person.address.toLowerCase()}`,
      heldUntil: person.onItsWay.length > 0 ? heldUntil : undefined,
    })),
  );
  return told.length;
}

/** Kept with the mail, because the owner may change or remove the records before it is sent. */
function toDetails({ firstNames, roles, onItsWay }: Omit<ToldPerson, 'contact'>): Record<string, string> {
  return {
    firstNames: JSON.stringify(firstNames),
    roles: roles.join(','),
    ...(onItsWay.length > 0 && { onItsWay: JSON.stringify(onItsWay) }),
  };
}

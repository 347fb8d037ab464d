import type { Services } from '../../../../platform/context.ts';
import { retryWhileDatabaseIsDown } from '../../../../platform/database.ts';
import { faultIn } from '../../../../platform/storage/file-faults.ts';
import { fileHash } from '../../../../platform/storage/whole-read.ts';
import { forEachConcurrently } from '../../../../platform/sweeps.ts';
import { isSameAddress } from '../../../people/recipients/recipients.ts';
import type { ClaimedDelivery } from './claim.ts';
import { refreshClaims } from './leases.ts';
import { type Attempt, type Outcome, outcomeOfFault } from './outcome.ts';
import type { Snapshot } from './snapshots.ts';

/** The deliveries that can go now, and what keeps the others from it; those that another worker has claimed are in neither. */
export async function leaveOut(services: Services, deliveries: readonly ClaimedDelivery[]) {
  const obstacles = new Map<ClaimedDelivery, Outcome>();
  await forEachConcurrently(deliveries, checksAtOnce, async (delivery) => {
    const obstacle = await findObstacle(services, delivery).catch((error) =>
      outcomeOfFault(services, delivery, error),
    );
    if (obstacle) obstacles.set(delivery, obstacle);
  });
  // Reading files may have taken so long that there were edits.
  if (deliveries.some(({ memory }) => memory?.fileKey)) await lookAgain(services, deliveries, obstacles);
  const telling = deliveries.find(({ news }) => news === 'tells');
  const left = deliveries.filter((delivery) => !delivery.isLost && !obstacles.has(delivery));
  const isTelling = telling !== undefined && left.includes(telling);
  for (const delivery of left) {
    const wait = waitForNews(delivery, telling && { id: telling.id, isGoing: isTelling });
    if (wait) obstacles.set(delivery, wait);
  }
  const ended = [...obstacles].map(([delivery, outcome]): Attempt => ({ delivery, outcome }));
  return { going: left.filter((delivery) => !obstacles.has(delivery)), ended };
}

/** How many files of a message are read at the same time. */
const checksAtOnce = 4;

async function lookAgain(
  services: Services,
  [first, ...others]: readonly ClaimedDelivery[],
  obstacles: Map<ClaimedDelivery, Outcome>,
): Promise<void> {
  if (!first) return;
  await retryWhileDatabaseIsDown(services, () => refreshClaims(services, first, others));
  for (const delivery of [first, ...others]) {
    const obstacle = obstacleOf(delivery);
    if (obstacle) obstacles.set(delivery, obstacle);
  }
}

/**
 * Whether it waits for the message that says that the owner has died. `telling` is the delivery that says so,
 * if it was to go in the same message: if that one cannot go, another is chosen at once.
 */
function waitForNews(
  { news, isTold, newsDeliveryId }: ClaimedDelivery,
  telling: { id: string; isGoing: boolean } | undefined,
): Outcome | undefined {
  if (news === 'undecided') return { kind: 'put-back' };
  if (news !== 'awaited' || isTold) return undefined;
  if (telling?.id !== newsDeliveryId) return { kind: 'given-back' };
  return telling?.isGoing ? undefined : { kind: 'put-back' };
}

/** Why it cannot be sent now, if it cannot. A delivery by post waits for staff in any case. */
export async function findObstacle(
  services: Services,
  delivery: Snapshot & { id: string },
): Promise<Outcome | undefined> {
  return obstacleOf(delivery) ?? (await findFileObstacle(services, delivery));
}

/** Whether its file is still what was uploaded. Reads all of it. */
export async function findFileObstacle(
  services: Services,
  { id, memory }: Pick<Snapshot, 'memory'> & { id: string },
): Promise<Outcome | undefined> {
  if (!memory) return undefined;
  const file = await inspectFile(services, memory);
  if (file === 'good') return undefined;
  services.log.error(
    { deliveryId: id, key: memory.fileKey },
    `a delivery is held back: its stored file is ${file}`,
  );
  if (file === 'missing') {
    const message = 'The stored file is not there.';
    return { kind: 'later', unknown: false, message, finalReason: 'file_damaged' };
  }
  const message = 'The stored file is not the one that was uploaded.';
  return { kind: 'waiting', reason: 'file_damaged', message };
}

/** What may keep a delivery from being sent, apart from its file. */
export type ObstacleFacts = Pick<
  Snapshot,
  | 'isHeld'
  | 'isRevoked'
  | 'isOwnerLeaving'
  | 'isRecipientHeld'
  | 'isHeldByGuardian'
  | 'isDeclined'
  | 'deliveryMethod'
  | 'notTheirs'
  | 'addressWaitsUntil'
  | 'isInArrears'
> & {
  memory: { isApproved: boolean } | null;
  recipient: object | null;
  /** Where it goes, unless by post. */
  contact: { address: string } | null;
};

/** Why it cannot be sent at the moment that the facts describe. */
export function obstacleOf({ memory, recipient, contact, ...delivery }: ObstacleFacts): Outcome | undefined {
  if (!memory || !recipient) return { kind: 'withdrawn' };
  if (delivery.isHeld || delivery.isRevoked) return { kind: 'put-back' };
  if (delivery.isOwnerLeaving) return { kind: 'given-back' };
  if (delivery.isRecipientHeld) return { kind: 'waiting', reason: 'held_by_trusted_contact' };
  if (delivery.isHeldByGuardian) return { kind: 'waiting', reason: 'held_by_guardian' };
  if (delivery.isDeclined) return { kind: 'waiting', reason: 'declined' };
  if (delivery.deliveryMethod === 'digital' && isSameAddress(contact?.address ?? null, delivery.notTheirs))
    return { kind: 'waiting', reason: 'not_theirs' };
  if (delivery.addressWaitsUntil) return { kind: 'put-off', until: delivery.addressWaitsUntil };
  if (delivery.isInArrears) return { kind: 'waiting', reason: 'account_in_arrears' };
  if (!memory.isApproved) return { kind: 'waiting', reason: 'memory_under_review' };
  if (delivery.deliveryMethod === 'physical') return { kind: 'waiting', reason: 'physical_fulfilment' };
  return undefined;
}

/** A file is delivered byte for byte as it was uploaded, or not at all. A missing one may come back when its folder is mounted. */
async function inspectFile(
  { storage, fileFaultFound }: Services,
  { fileKey: key, fileSha256: sha256 }: NonNullable<ClaimedDelivery['memory']>,
): Promise<'good' | 'damaged' | 'missing'> {
  if (!key) return 'good';
  const fault = await fileHash(storage, key).then(
    (found) => (found === sha256 ? undefined : 'damaged'),
    (error: unknown) => {
      const fault = faultIn(error);
      if (!fault) throw error;
      return fault;
    },
  );
  if (!fault || (await fileFaultFound({ key, sha256 }, fault))) return 'good';
  return fault;
}

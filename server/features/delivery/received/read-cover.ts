import type { z } from 'zod';
import type { OpenedBefore, ReceivedCover, WaitingMemory } from '../../../../shared/delivery/received.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { isMoreToCome } from '../deliveries/recipient/recipient.ts';
import { listPostedTo } from './by-post.ts';
import { findElsewhere } from './codes.ts';
import { hasHeardOfDeath } from './death.ts';
import { findDisowner, findKnown, type Secrets } from './devices.ts';
import { canBeUndone, findPage, isClaimed, isCurrent, isNotTheirs, type Page } from './pages.ts';
import { type Replies, readReplies } from './replies/replies.ts';
import { readSaid } from './said-on-page.ts';
import { canBeShown, deliveriesOf, type SentDelivery, shownOf } from './sent-deliveries.ts';

type Cover = z.output<typeof ReceivedCover>;
type CoverServices = Pick<Services, 'db' | 'config' | 'clock'>;

/**
 * The page behind a link: who left something for whom, and of what kind, but not what; on a known device,
 * also what was opened before. Changes nothing, since mail scanners follow the link too.
 */
export async function readCover(services: CoverServices, token: string, secrets: Secrets): Promise<Cover> {
  const page = await findPage(services.db, token);
  if (page.delivery.releaseRevokedAt) return { ...nothingOf(page), closed: true };
  if (isNotTheirs(page)) {
    const canUndo = canBeUndone(page) && (await findDisowner(services.db, page, secrets)) !== undefined;
    return { ...nothingOf(page), notForMe: { canUndo } };
  }
  return readOpenPage(services, page, secrets);
}

async function readOpenPage(services: CoverServices, page: Page, secrets: Secrets): Promise<Cover> {
  const { db } = services;
  const known = await findKnown(db, page, secrets);
  const isKnown = known.secret !== undefined;
  const codeNeeded = !isKnown && (await isClaimed(db, page));
  const addresses = isKnown || !page.address ? known.addresses : [page.address];
  const given = await deliveriesOf(db, page, addresses);
  const waiting = given.filter(({ openedAt }) => openedAt === null);
  const cover = { ...nothingOf(page), memoriesWaiting: waiting.length, codeNeeded };
  if (codeNeeded) return { ...cover, codeElsewhere: (await findElsewhere(db, services, page)) !== undefined };
  const told = {
    ...cover,
    ownerRelationship: page.recipient?.ownerRelationship ?? null,
    leftFor: page.delivery.leftFor,
    memories: waiting.flatMap(toWaiting),
  };
  if (!isKnown) return told;
  const replies = await readReplies(db, given);
  const opened = given.flatMap((delivery) => toOpened(delivery, replies));
  const ownerDied = isCurrent(page) && (await hasHeardOfDeath(db, page));
  const said = await readSaid(db, page, ownerDied);
  if (!page.recipient || !isCurrent(page)) return { ...told, opened, said };
  return {
    ...{ ...told, opened, said, ownerDied },
    byPost: await listPostedTo(db, page.recipient.id),
    ownerDiedOn: ownerDied ? page.owner.diedOn : null,
    more: await whetherMore(db, page.recipient, ownerDied),
  };
}

/** What anybody who has the link may know. */
function nothingOf({ owner, delivery }: Page): Cover {
  return {
    ownerFirstName: owner.firstName,
    ownerRelationship: null,
    recipientFirstName: delivery.recipientFirstName,
    memoriesWaiting: 0,
    memories: [],
    opened: [],
    byPost: [],
    ownerDied: false,
    ownerDiedOn: null,
    more: 'nothing',
    said: null,
    codeNeeded: false,
    codeElsewhere: false,
    openedAt: delivery.openedAt,
    leftFor: null,
    closed: false,
    notForMe: null,
  };
}

/** As far as the owner lets us say it. While they are alive more can be added, so nothing is the last. */
async function whetherMore(
  db: Queryable,
  recipient: RecipientRow,
  ownerDied: boolean,
): Promise<Cover['more']> {
  if (recipient.tellMore === 'nothing' || recipient.declinedAt) return 'nothing';
  if (await isMoreToCome(db, recipient.id)) return 'more';
  return recipient.tellMore === 'last' && ownerDied ? 'last' : 'nothing';
}

/** Empty for a memory that was taken back or is being reviewed. */
function toWaiting(delivery: SentDelivery): z.output<typeof WaitingMemory>[] {
  const shown = shownOf(delivery);
  const { id, deliveredAt, dueAt } = delivery;
  return shown && canBeShown(delivery) ? [{ ...shown, id, deliveredAt: deliveredAt ?? dueAt }] : [];
}

function toOpened(delivery: SentDelivery, replies: Replies): z.output<typeof OpenedBefore>[] {
  const { id, openedAt, deliveredAt, dueAt, leftFor } = delivery;
  if (!openedAt) return [];
  const shown = shownOf(delivery);
  return [
    {
      ...{ id, openedAt, leftFor, deliveredAt: deliveredAt ?? dueAt, reply: replies.get(id) ?? null },
      type: shown?.type ?? 'letter',
      title: shown?.title ?? 'This memory was taken back',
      personalMessage: shown?.isApproved ? shown.personalMessage : null,
      durationSeconds: shown?.isApproved ? shown.durationSeconds : null,
      createdAt: shown?.createdAt ?? null,
      withdrawn: shown === undefined,
      ownerHasIt: delivery.memory !== null,
    },
  ];
}

import { isOwnersWord, type StoppedBy } from '../../../../../shared/after-death/staff-death-reports.ts';
import { minutesAfter, secondsAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import { type Ask, endIfAskedAt, nextQuestionAt } from './deadlines.ts';
import type { DeathReportRow } from './death-reports.table.ts';

// The states of a report, and what leads from one to the next. Nothing else changes `state`.

/** The columns that determine a report's state and which states may follow. */
export type CaseFacts = Pick<
  DeathReportRow,
  | 'state'
  | 'userId'
  | 'round'
  | 'confirmedAt'
  | 'submittedAt'
  | 'unsettledSince'
  | 'proofReceivedAt'
  | 'notBefore'
  | 'reviewDueAt'
  | 'verifiedAt'
  | 'objectionEndsAt'
  | 'nextAskAt'
  | 'askCount'
  | 'stoppedAt'
  | 'stoppedBy'
  | 'signSetAsideAt'
  | 'rejectedAt'
  | 'rejectedBy'
  | 'rejectionNote'
  | 'answeredAt'
  | 'releasedAt'
  | 'revokedAt'
>;

/** By when the proof that has just arrived is to be read, and the least number of hours that the owner then has to object. */
interface Arrival {
  reviewDueAt: Date;
  objectionHours: number;
}

export type ReportEvent =
  | ({ kind: 'submitted'; hasProof: boolean } & Arrival)
  | ({ kind: 'proof-received' } & Arrival)
  /** `isEnough`: enough different members of staff have approved it in this round. */
  | { kind: 'approved'; isEnough: boolean; objectionEndsAt: Date }
  | { kind: 'rejected'; by: string; note: string | null }
  | { kind: 'answered' }
  | { kind: 'sign-of-life'; by: StoppedBy }
  /** The account is being deleted, perhaps by whoever gave the sign of life that closed the report. */
  | { kind: 'account-leaving' }
  /** Staff stopped the window. Nothing goes out because of it, so one member is enough. */
  | { kind: 'stopped-by-staff' }
  /** A message of the window was written, `lateSeconds` after it was due. */
  | { kind: 'asked'; lateSeconds: number }
  /** A mail server accepted a message of the window, perhaps so late that the window has to end later. */
  | { kind: 'question-sent'; ask: Ask }
  /** A sign of life after the release did not come from the owner. */
  | { kind: 'sign-set-aside' }
  /** The owner may have answered after the backup was made. */
  | { kind: 'database-restored'; objectionEndsAt: Date }
  | { kind: 'window-ended' }
  | { kind: 'release-revoked' };

/**
 * The columns that `event` changes at `now`; undefined if the report's state does not allow it. `now` must be
 * a time on which the process and the database agree.
 */
export function afterEvent(report: CaseFacts, event: ReportEvent, now: Date): Partial<CaseFacts> | undefined {
  switch (event.kind) {
    case 'submitted':
      if (report.state !== 'draft' || !report.confirmedAt) return undefined;
      return {
        submittedAt: now,
        unsettledSince: now,
        notBefore: earliestDelivery(event, now),
        ...(event.hasProof ? inReview(report, event, now) : { state: 'awaiting_proof' }),
      };
    case 'proof-received':
      return isBeingRead(report) ? afterProof(report, event, now) : undefined;
    case 'approved':
      return isUnderReview(report) && report.userId && event.isEnough
        ? inWindow(report, event, now)
        : undefined;
    case 'rejected':
      if (!isUnderReview(report) && report.state !== 'awaiting_proof') return undefined;
      return {
        ...{ state: 'rejected', rejectedAt: now, rejectedBy: event.by, rejectionNote: event.note },
        answeredAt: mayAnswerAt(report, now) ? now : null,
      };
    case 'answered':
      if (report.state !== 'rejected' && report.state !== 'closed') return undefined;
      return report.answeredAt === null && isPast(report.reviewDueAt, now) ? { answeredAt: now } : undefined;
    case 'sign-of-life':
      return isContact(event.by) && hasOwnersWord(report)
        ? afterContactOnly(report, now)
        : afterSignOfLife(report, event.by, now);
    case 'account-leaving':
      return report.state === 'closed' && report.proofReceivedAt
        ? { state: 'in_review', round: report.round + 1 }
        : undefined;
    case 'stopped-by-staff':
      return report.state === 'objection_window' ? stopped(report, 'staff', now) : undefined;
    case 'asked':
      return report.state === 'objection_window' ? afterAsking(report, event.lateSeconds, now) : undefined;
    case 'question-sent':
      return report.state === 'objection_window' ? afterSending(report, event.ask, now) : undefined;
    case 'sign-set-aside':
      return isAliveAfterRelease(report) ? { signSetAsideAt: now } : undefined;
    case 'database-restored':
      return report.state === 'objection_window' ? inWindow(report, event, now) : undefined;
    case 'window-ended':
      return isOver(report, now) ? { state: 'released', releasedAt: now } : undefined;
    case 'release-revoked':
      return report.state === 'released' ? { state: 'revoked', revokedAt: now } : undefined;
  }
}

/** Whether staff have to decide about it. */
export function isUnderReview({ state }: Pick<CaseFacts, 'state'>): boolean {
  return state === 'in_review' || state === 'stopped';
}

/** A sign of life came after the release, and staff have not set it aside as somebody else's. */
export function isAliveAfterRelease({
  state,
  stoppedAt,
  releasedAt,
  signSetAsideAt,
}: Pick<CaseFacts, 'state' | 'stoppedAt' | 'releasedAt' | 'signSetAsideAt'>): boolean {
  if (state !== 'released' || !stoppedAt || !releasedAt || stoppedAt < releasedAt) return false;
  return signSetAsideAt === null || signSetAsideAt < stoppedAt;
}

/**
 * Nobody has verified it, and its reporter has not been answered. Before the promised day, nothing that a
 * reporter sees reveals whether staff have rejected the report or the owner has said that they are alive.
 */
export function isBeingRead({ state, answeredAt }: Pick<CaseFacts, 'state' | 'answeredAt'>): boolean {
  const isUnverified = ['awaiting_proof', 'in_review', 'rejected', 'closed'].includes(state);
  return isUnverified && answeredAt === null;
}

/** A proof that arrives later gives staff the same time to read it, whatever has become of the report. */
function afterProof(report: CaseFacts, event: Arrival, now: Date): Partial<CaseFacts> | undefined {
  const { state, round, proofReceivedAt, notBefore } = report;
  if (state === 'in_review' && isPast(event.reviewDueAt, report.reviewDueAt ?? now)) return undefined;
  const arrived = {
    ...inReview(report, event, now),
    ...(!proofReceivedAt && { notBefore: latest(notBefore, earliestDelivery(event, now)) }),
  };
  if (state === 'closed') return { ...arrived, state };
  if (state === 'rejected')
    return { ...arrived, round: round + 1, rejectedAt: null, rejectedBy: null, rejectionNote: null };
  return arrived;
}

function inReview({ proofReceivedAt }: CaseFacts, { reviewDueAt }: Arrival, now: Date): Partial<CaseFacts> {
  const received = { proofReceivedAt: proofReceivedAt ?? now, reviewDueAt };
  return { ...received, state: 'in_review', unsettledSince: now };
}

/** The earliest possible date, if staff verified the report the moment the proof came. */
function earliestDelivery({ objectionHours }: Arrival, now: Date): Date {
  return minutesAfter(now, objectionHours * 60);
}

/** No negative answer is sent before the promised day: an earlier date would reveal the cause. */
function mayAnswerAt({ verifiedAt, reviewDueAt }: CaseFacts, now: Date): boolean {
  return verifiedAt !== null || reviewDueAt === null || isPast(reviewDueAt, now);
}

function inWindow({ notBefore }: CaseFacts, event: { objectionEndsAt: Date }, now: Date): Partial<CaseFacts> {
  const objectionEndsAt = latest(notBefore, event.objectionEndsAt);
  return {
    ...{ state: 'objection_window', verifiedAt: now, nextAskAt: now },
    ...{ objectionEndsAt, notBefore: objectionEndsAt },
  };
}

/** Closes an unverified report. With a verified one staff have seen a proof, so they have to look again. */
function afterSignOfLife(
  { state, round }: CaseFacts,
  by: StoppedBy,
  now: Date,
): Partial<CaseFacts> | undefined {
  const sign = { stoppedAt: now, stoppedBy: by };
  if (state === 'awaiting_proof' || state === 'in_review')
    return isContact(by) ? undefined : { ...sign, state: 'closed' };
  if (state === 'objection_window') return stopped({ round }, by, now);
  // Staff who approve it while signs of life come in have not seen the newest.
  if (state === 'stopped') return { ...sign, round: round + 1 };
  // Too late to stop anything automatically: staff are told, and can revoke the release.
  if (state === 'released') return sign;
  return undefined;
}

/**
 * A sign-in within a day of the owner's last word tells staff nothing that they do not know: whoever signs in again and again must
 * not void every approval. It still stops a window, and closes a report about an account that stays.
 */
export function isNoNews(
  { state, stoppedBy, stoppedAt }: CaseFacts,
  { by, isLeaving }: { by: StoppedBy; isLeaving: boolean },
  now: Date,
): boolean {
  if (by !== 'sign_in' || !stoppedAt || !isOwnersWord(stoppedBy)) return false;
  const isWaiting = state === 'stopped' || (state === 'in_review' && isLeaving);
  return isWaiting && wholeDaysAfter(stoppedAt, 1) > now;
}

function stopped({ round }: Pick<CaseFacts, 'round'>, by: StoppedBy, now: Date): Partial<CaseFacts> {
  const ended = { objectionEndsAt: null, nextAskAt: null };
  return { ...ended, state: 'stopped', stoppedAt: now, stoppedBy: by, round: round + 1 };
}

/** The owner has said that they are alive, and staff have not decided about it yet. */
function hasOwnersWord(report: CaseFacts): boolean {
  return (report.state === 'stopped' || isAliveAfterRelease(report)) && isOwnersWord(report.stoppedBy);
}

/** A contact's later answer does not replace the owner's: staff look again, and still see that the owner answered. */
function afterContactOnly({ state, round }: CaseFacts, now: Date): Partial<CaseFacts> {
  return state === 'stopped' ? { round: round + 1 } : { stoppedAt: now };
}

/** Whether a trusted contact stopped it, not the owner. */
export function isContact(by: StoppedBy | null): boolean {
  return by === 'contact_alive' || by === 'contact_wait';
}

/** Hours in which nobody could be asked do not count: they move the window and this message alike, so that it is not asked again at once. */
function afterAsking(
  { objectionEndsAt, nextAskAt, askCount }: CaseFacts,
  lateSeconds: number,
  now: Date,
): Partial<CaseFacts> | undefined {
  if (!objectionEndsAt) return undefined;
  const endsAt = secondsAfter(objectionEndsAt, lateSeconds);
  const askedAt = nextAskAt ? secondsAfter(nextAskAt, lateSeconds) : now;
  return { ...endingAt(endsAt, askedAt > now ? askedAt : now), askCount: askCount + 1 };
}

/** Each message leaves the owner the planned time to answer: hours in which no mail server accepted it are added to the window. */
function afterSending({ objectionEndsAt }: CaseFacts, ask: Ask, now: Date): Partial<CaseFacts> | undefined {
  const endsAt = endIfAskedAt(ask, now);
  if (!endsAt || !objectionEndsAt || objectionEndsAt >= endsAt) return undefined;
  return endingAt(endsAt, now);
}

function endingAt(endsAt: Date, askedAt: Date): Partial<CaseFacts> {
  return { objectionEndsAt: endsAt, notBefore: endsAt, nextAskAt: nextQuestionAt(askedAt, endsAt) };
}

/** The window has ended, and every message of it was written. The SQL that finds such reports has the same condition. */
function isOver({ state, userId, objectionEndsAt, nextAskAt }: CaseFacts, now: Date): boolean {
  return (
    state === 'objection_window' && userId !== null && nextAskAt === null && isPast(objectionEndsAt, now)
  );
}

function latest(one: Date | null, other: Date): Date {
  return one && one > other ? one : other;
}

function isPast(instant: Date | null, now: Date): boolean {
  return instant !== null && instant <= now;
}

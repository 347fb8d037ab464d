import type { StaffDeathReport, StoppedBy } from '../../../shared/after-death/staff-death-reports.ts';
import { formatDay } from '../../../shared/dates.ts';
import { counted } from '../console/format.ts';
import { answerWords, proofWords, relationshipWords, stoppedByWords } from './labels.ts';

export interface Chapter {
  /** Null for the death itself, which only has a day. */
  at: string | null;
  title: string;
  text?: string;
  isWarning?: boolean;
}

type Told = Omit<Chapter, 'at'> & { at: string };

export function storyOf(report: StaffDeathReport): Chapter[] {
  const { person, dateOfDeath, isDateApproximate, reporter } = report;
  const day = `${isDateApproximate ? 'about' : 'on'} ${formatDay(dateOfDeath)}`;
  const told = [...received(report), ...asked(report), ...signs(report), ...decided(report)];
  return [
    { at: null, title: `${person.name} died`, text: `${day}, as ${reporter.name} says` },
    ...told.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  ];
}

function received({ reporter, submittedAt, proofs }: StaffDeathReport): Told[] {
  return [
    { at: submittedAt, title: `${reporter.name} told us`, text: relationshipWords[reporter.relationship] },
    ...proofs.map(({ kind, receivedAt }, index) => ({
      at: receivedAt,
      title: `Proof ${index + 1} came`,
      text: proofWords[kind],
    })),
  ];
}

/** Messages written at the same time count as one question. */
function asked({ questions }: StaffDeathReport): Told[] {
  const times = Map.groupBy(questions, ({ at }) => at.slice(0, 16));
  return [...times.values()].flatMap((messages) => {
    const [first] = messages;
    if (!first) return [];
    const count = (outcome: (typeof first)['outcome']) =>
      messages.filter((message) => message.outcome === outcome).length;
    const [waiting, refused] = [count('waiting'), count('refused')];
    const text = [
      `At ${[...new Set(messages.map(({ to }) => to))].join(', ')}.`,
      waiting + refused === 0 && 'All of it left.',
      waiting > 0 && `${counted(waiting, 'message has', 'messages have')} not left yet.`,
      refused > 0 && `${counted(refused, 'message was', 'messages were')} refused.`,
    ].filter(Boolean);
    return [
      { at: first.at, title: 'We asked the owner', text: text.join(' '), isWarning: waiting + refused > 0 },
    ];
  });
}

/** What trusted contacts said appears under their names elsewhere in the story. */
const stops: Record<StoppedBy, { title: string; text?: string } | null> = {
  sign_in: { title: 'A sign of life', text: stoppedByWords.sign_in },
  alive_link: { title: 'A sign of life', text: stoppedByWords.alive_link },
  printed_code: { title: 'A sign of life', text: stoppedByWords.printed_code },
  contact_alive: null,
  contact_wait: null,
  staff: { title: 'A colleague stopped it' },
};

function signs(report: StaffDeathReport): Told[] {
  const { account, stoppedAt, stoppedBy, contactAnswers, warnings } = report;
  const stop = stoppedBy && stops[stoppedBy];
  const isSince = warnings.includes('signed_in_since');
  return [
    ...(account?.lastSignInAt && isSince
      ? [{ at: account.lastSignInAt, title: 'Somebody signed in to the account', isWarning: true }]
      : []),
    ...(account?.deletionAskedAt
      ? [{ at: account.deletionAskedAt, title: 'We were asked to delete the account', isWarning: true }]
      : []),
    ...contactAnswers.map(({ name, answer, at }) => ({
      at,
      title: `${name} ${answerWords[answer]}`,
      isWarning: true,
    })),
    ...(stoppedAt && stop ? [{ at: stoppedAt, ...stop, isWarning: true }] : []),
  ];
}

function decided(report: StaffDeathReport): Told[] {
  const { approvals, earlierApprovals, approvalsNeeded, rejectedAt, releasedAt, revokedAt } = report;
  return [
    ...earlierApprovals.map(({ name, at }) => ({
      at,
      title: `${name} verified`,
      text: 'In an earlier round: it no longer counts.',
    })),
    ...approvals.map(({ name, at, note }, index) => ({
      at,
      title: `${name} verified`,
      text: [`${index + 1} of ${approvalsNeeded}.`, note].filter(Boolean).join(' '),
    })),
    ...(rejectedAt ? [{ at: rejectedAt, title: 'Rejected' }] : []),
    ...(releasedAt ? [{ at: releasedAt, title: 'Released' }] : []),
    ...(revokedAt ? [{ at: revokedAt, title: 'The release was revoked' }] : []),
  ];
}

/**
 * A mail server in its own process that accepts everything. Replies over IPC with what arrived since the last
 * request, or when the mail with that number arrives.
 */
import { startSmtpServer } from '../test/fakes/smtp-server.ts';

export interface Intake {
  mails: number;
  /** Message-IDs that arrived more than once. */
  doubles: number;
  /** Mails that arrived before the given moment. */
  early: number;
  /** Milliseconds since 1970. */
  first: number;
  last: number;
}

const arrivals: number[] = [];
let announcedAt: number | undefined;
const server = await startSmtpServer({ keep: 'ids' });
server.behave(({ stage }) => {
  if (stage === 'message') arrivals.push(Date.now());
  if (stage === 'message' && arrivals.length === announcedAt) process.send?.(announcedAt);
  return 'accept';
});

process.on('message', ({ dueAt, tellAt }: { dueAt: number; tellAt?: number }) => {
  if (tellAt !== undefined) {
    announcedAt = tellAt;
    if (arrivals.length >= tellAt) process.send?.(tellAt);
    return;
  }
  const ids = server.messages.splice(0).map(({ messageId }) => messageId);
  const times = arrivals.splice(0);
  const intake: Intake = {
    mails: ids.length,
    doubles: ids.length - new Set(ids).size,
    early: times.filter((time) => time < dueAt).length,
    first: times[0] ?? 0,
    last: times.at(-1) ?? 0,
  };
  process.send?.(intake);
});
process.on('disconnect', () => process.exit());
process.send?.(server.url);

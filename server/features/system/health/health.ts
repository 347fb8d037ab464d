import { DrizzleQueryError } from 'drizzle-orm';
import { jobList } from '../../../job-list.ts';
import { cachedFor } from '../../../platform/cached.ts';
import type { Services } from '../../../platform/context.ts';
import { checkDatabase, databaseFault } from '../../../platform/database-check.ts';
import { describeDifference, measureDifference } from '../../../platform/database-time.ts';
import { isFfmpegInstalled } from '../../../platform/media.ts';
import { findNewerSchema } from '../../../platform/migrations.ts';

/** A check writes to the database and the file store, so its result is reused for anyone who asks soon after. */
const cacheSeconds = 3;
const checkMilliseconds = 5_000;
/** The payment provider counts our requests. */
const paymentsCacheSeconds = 15;

interface Part {
  ok: boolean;
  /** The product works without it. */
  optional?: true;
  /** Why it does not work. */
  message?: string;
}

export interface Readiness {
  ready: boolean;
  parts: Record<string, Part>;
}

/** Returns a function that says whether this process can work. The log records each change of that. */
export function openReadiness(services: Services): () => Promise<Readiness> {
  const { clock, log, payments } = services;
  const checkPayments = cachedFor(paymentsCacheSeconds, clock, () => probe(() => payments.check()));
  let wasReady = true;

  return cachedFor(cacheSeconds, clock, async () => {
    const [parts, payment] = await Promise.all([checkParts(services), checkPayments()]);
    parts['payments'] = { ...payment, optional: true };
    const ready = Object.values(parts).every((part) => part.ok || part.optional);
    if (wasReady && !ready) log.warn({ parts: onlyBroken(parts) }, 'this process is not ready');
    if (ready && !wasReady) log.info('this process is ready again');
    wasReady = ready;
    return { ready, parts };
  });
}

async function checkParts(services: Services): Promise<Record<string, Part>> {
  const { db, clock, storage, mirror, jobs, mailer, texter, sendLog, config } = services;
  const [database, version, time, files, copies, sending, queue, mail, sms, ffmpeg] = await Promise.all([
    probe(() => checkDatabase(db)),
    probe(async () => throwIf(await findNewerSchema(db))),
    probe(async () => throwIf(describeDifference((await measureDifference(db, clock)).seconds))),
    probe(() => storage.check()),
    probe(async () => mirror?.check()),
    // Nothing is sent without it; a process that only serves pages sends nothing.
    probe(async () => config.role !== 'web' && sendLog.check(clock.now())),
    probe(async () => Promise.all(jobList.slice(0, 1).map((job) => jobs.backlog(job)))),
    probe(() => mailer.check()),
    probe(() => texter.check()),
    probe(async () => {
      if (!(await isFfmpegInstalled()))
        throw new Error(
          'ffmpeg and ffprobe are not installed: videos have no stills, some browsers cannot play all, and AVI waits for review',
        );
    }),
  ]);
  return {
    database,
    version,
    time,
    files,
    ...(mirror && { mirror: { ...copies, optional: true as const } }),
    sendLog: sending,
    queue,
    mail: { ...mail, optional: true },
    sms: { ...sms, optional: true },
    ffmpeg: { ...ffmpeg, optional: true },
  };
}

async function probe(check: () => Promise<unknown>): Promise<Part> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(new Error('No answer in time')), checkMilliseconds);
  });
  try {
    await Promise.race([check(), late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  } finally {
    clearTimeout(timeout);
  }
}

function throwIf(fault: string | undefined): void {
  if (fault) throw new Error(fault);
}

/** The message of a failed statement contains the statement. */
function messageOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) return databaseFault(error);
  return error instanceof Error ? error.message : 'It failed';
}

function onlyBroken(parts: Record<string, Part>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, { ok, message }]) => (ok ? [] : [[name, message]])),
  );
}

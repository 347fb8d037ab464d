import { statfs } from 'node:fs/promises';
import type { z } from 'zod';
import { type HealthPart, healthParts, type StaffHealth } from '../../../../shared/staff/overview.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { timeZoneRulesVersion } from '../../../platform/local-time.ts';
import { pingScanner } from '../../../platform/malware-scan.ts';
import { findOverdueSeconds, readTimeZoneRules } from '../../delivery/deliveries/figures/figures.ts';
import { countLatestMails } from '../../outbox/messages/mails/figures/figures.ts';
import { lastBackup } from '../../system/health/backups/backups.ts';
import { lastWorkerSighting } from '../../system/health/clock-watch/clock-watch.ts';
import type { Readiness } from '../../system/health/health.ts';
import { findInstallation } from '../../system/installation/installation.ts';
import { countBroken } from '../../system/stored-files/stored-files.ts';

type Name = HealthPart['part'];
type Part = Omit<z.output<typeof HealthPart>, 'part'>;
type ReadPart = (services: Services, ready: Readiness['parts']) => Promise<Part> | Part;

const workerSilentMinutes = 3;
const overdueMinutes = 5;
const backupOldHours = 48;
const lowDiskShare = 0.1;

const works = (detail: string, at: Date | null = null): Part => ({ state: 'works', detail, at });
const notSetUp = (detail: string): Part => ({ state: 'not-set-up', detail, at: null });
const trouble = (detail: string, at: Date | null = null): Part => ({ state: 'trouble', detail, at });

/** Every part of the installation. One that is not set up says so; one that cannot be read is reported as trouble and affects no other. */
export async function readHealth(
  services: Services,
  { parts }: Readiness,
): Promise<z.output<typeof StaffHealth>> {
  return Promise.all(
    healthParts.map(async (part) => {
      try {
        return { part, ...(await readers[part](services, parts)) };
      } catch (err) {
        services.log.warn({ err, part }, 'a part of the health panel could not be read');
        return { part, ...trouble('could not be read') };
      }
    }),
  );
}

const readers: Record<Name, ReadPart> = {
  async database({ db }, { database }) {
    if (!database?.ok) return trouble(database?.message ?? 'does not answer');
    const before = performance.now();
    await lastWorkerSighting(db);
    const milliseconds = Math.max(1, Math.round(performance.now() - before));
    return works(`${milliseconds} ms`);
  },

  async files({ db, config }, { files, mirror }) {
    if (!files?.ok) return trouble(files?.message ?? 'cannot be used');
    const { broken, since } = await countBroken(db);
    if (broken > 0) return trouble(`${broken.toLocaleString('en-US')} missing or damaged, found`, since);
    const { keptOrphans = 0 } = (await findInstallation(db)) ?? {};
    if (keptOrphans > 0)
      return trouble(`${counted(keptOrphans)} without a record, kept since some may be needed`);
    if (mirror && !mirror.ok) return trouble('the mirror cannot be used');
    if (config.storage.kind === 's3') return works('the bucket answers');
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    const space = `${inGigabytes(bavail * bsize)} free of ${inGigabytes(blocks * bsize)}`;
    return bavail < blocks * lowDiskShare ? trouble(space) : works(space);
  },

  async worker(services) {
    const [at, overdueSeconds] = await Promise.all([
      lastWorkerSighting(services.db),
      findOverdueSeconds(services),
    ]);
    if (!at) return notSetUp('none has run yet');
    if (at < minutesAfter(services.clock.now(), -workerSilentMinutes)) return trouble('last turn', at);
    const minutes = Math.floor(overdueSeconds / 60);
    if (minutes >= overdueMinutes)
      return trouble(`a delivery has been due for ${minutes.toLocaleString('en-US')} min; last turn`, at);
    return works('last turn', at);
  },

  async 'time-zone-rules'({ db }) {
    const { newest, marked } = await readTimeZoneRules(db);
    const behind = marked === 1 ? '1 schedule was' : `${marked.toLocaleString('en-US')} schedules were`;
    if (marked > 0) return trouble(`${newest} decides; ${behind} computed by older ones`);
    if (newest && newest > timeZoneRulesVersion)
      return trouble(`${newest} decides; this process has ${timeZoneRulesVersion}`);
    return works(timeZoneRulesVersion);
  },

  async mail(services, { mail }) {
    if (!mail?.ok) return trouble(mail?.message ?? 'does not answer');
    const { sent, failed } = await countLatestMails(services);
    const { format } = new Intl.NumberFormat('en-US');
    if (services.config.mail.kind === 'mailbox')
      return notSetUp(`kept on this machine, ${format(sent)} in 24 h`);
    return works(`${format(sent)} sent in 24 h, ${format(failed)} failed`);
  },

  sms({ config }, { sms }) {
    if (config.sms.kind === 'mailbox') return notSetUp('kept on this machine');
    if (config.sms.kind === 'none') return notSetUp('refused: there is no provider');
    return sms?.ok ? works('the provider answers') : trouble(sms?.message ?? 'does not answer');
  },

  ffmpeg: (_services, { ffmpeg }) => (ffmpeg?.ok ? works('installed') : notSetUp('not installed')),

  async 'malware-scan'({ config }) {
    if (!config.clamdUrl) return notSetUp('not set up');
    const answers = await pingScanner(config.clamdUrl).then(
      () => true,
      () => false,
    );
    return answers ? works('answers') : trouble('does not answer: videos and photos wait');
  },

  async backup({ db, clock }) {
    const last = await lastBackup(db);
    if (!last) return notSetUp('never');
    const { finishedAt, files, faults } = last;
    if (faults > 0) return trouble(`${counted(faults)} missing or damaged,`, finishedAt);
    const isOld = finishedAt < minutesAfter(clock.now(), -backupOldHours * 60);
    const detail = `${counted(files)},`;
    return isOld ? trouble(detail, finishedAt) : works(detail, finishedAt);
  },
};

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`;
}

function inGigabytes(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes < 1000 ? `${Math.round(gigabytes)} GB` : `${(gigabytes / 1000).toFixed(1)} TB`;
}

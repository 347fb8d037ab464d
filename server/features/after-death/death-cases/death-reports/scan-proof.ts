import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { scanForMalware } from '../../../../platform/malware-scan.ts';
import { type DeathCertificateRow, deathCertificates } from './death-reports.table.ts';

type Scanning = Pick<Services, 'config' | 'log'>;

const infected =
  'Our malware scanner found something harmful in this file, so we did not take it. A photo of the paper is enough.';

/** Scans a proof that arrives; 400 if the scanner finds something. If it gives no verdict, the file is accepted, and staff have to take care. */
export async function scanProof(services: Scanning, bytes: Buffer): Promise<DeathCertificateRow['scan']> {
  const verdict = await askScanner(services, bytes);
  if (verdict === 'found') throw fieldError('file', infected);
  return verdict;
}

/** Scans a proof again that was accepted unscanned; 409 if the scanner finds something now. */
export async function scanAgain(
  services: Services,
  proof: DeathCertificateRow,
  bytes: Buffer,
): Promise<void> {
  if (proof.scan !== 'unscanned') return;
  const verdict = await askScanner(services, bytes);
  if (verdict === 'found')
    throw new AppError(
      'conflict',
      'The malware scanner found something harmful in this file. It is not opened.',
    );
  if (verdict === 'clean')
    await services.db
      .update(deathCertificates)
      .set({ scan: 'clean' })
      .where(eq(deathCertificates.id, proof.id));
}

async function askScanner({ config, log }: Scanning, bytes: Buffer) {
  if (!config.clamdUrl) return null;
  try {
    const { verdict } = await scanForMalware(config.clamdUrl, bytes);
    return verdict === 'too-long' ? ('unscanned' as const) : verdict;
  } catch (err) {
    log.warn({ err }, 'the malware scanner gave no verdict on a proof');
    return 'unscanned' as const;
  }
}

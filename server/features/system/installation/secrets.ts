import { hkdfSync } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { ConfigError } from '../../../platform/config.ts';
import type { Services } from '../../../platform/context.ts';
import type { SealedColumn } from '../../../platform/reseal.ts';
import { type AppSecret, seal, unseal } from '../../../platform/sealed.ts';
import { type InstallationRow, installation } from './installation.table.ts';

const fingerprintBytes = 32;

/** Opens only with a secret of this installation; `npm run rotate-key` seals it again with the current one. */
export const sealedCheck: SealedColumn = {
  name: 'check of APP_SECRET',
  table: installation,
  id: installation.id,
  column: installation.secretCheck,
  sealedFor: (id) => ({ purpose: 'installation', subject: id }),
};

/**
 * Makes sure that the secrets are those with which this installation has worked so far. What it does not know yet it records. Throws
 * ConfigError if they are others. Without a row, before the first start, nothing is known.
 */
export async function confirmSecrets({ db, appSecret }: Pick<Services, 'db' | 'appSecret'>): Promise<void> {
  const [row] = await db.select().from(installation);
  if (!row) return;
  if (row.secretCheck !== null && row.linkFingerprint !== null) return refuseOtherSecrets(row, appSecret);
  // Of several processes that start at once, the first one counts.
  const [recorded] = await db
    .update(installation)
    .set({
      secretCheck: sql`coalesce(${installation.secretCheck}, ${seal(appSecret, sealedCheck.sealedFor(row.id), row.id)})`,
      linkFingerprint: sql`coalesce(${installation.linkFingerprint}, ${fingerprintOf(appSecret.links)})`,
    })
    .where(eq(installation.id, row.id))
    .returning();
  if (recorded) refuseOtherSecrets(recorded, appSecret);
}

/** Throws ConfigError if these are not the secrets of the installation, as far as it knows them. */
export function refuseOtherSecrets(row: InstallationRow, appSecret: AppSecret): void {
  const faults: string[] = [];
  if (row.secretCheck !== null && !opens(appSecret, row.id, row.secretCheck))
    faults.push(
      'APP_SECRET: This installation has another one, without which nobody can read what it has encrypted. Set it again, or name it in APP_SECRET_PREVIOUS. If it was never set, it is the content of app-secret in DATA_DIR.',
    );
  if (row.linkFingerprint !== null && row.linkFingerprint !== fingerprintOf(appSecret.links))
    faults.push(
      'LINK_SECRET: This installation has another one; letters would carry links that nobody can open. Set it again. If it was never set, it is the first APP_SECRET.',
    );
  if (faults.length > 0)
    throw new ConfigError([
      ...faults,
      'See "Changing the secret" in docs/operations.md. Nothing was changed.',
    ]);
}

function opens(appSecret: AppSecret, id: string, sealed: string): boolean {
  try {
    return unseal(appSecret, sealedCheck.sealedFor(id), sealed) === id;
  } catch {
    return false;
  }
}

function fingerprintOf(secret: string): string {
  const bytes = hkdfSync('sha256', secret, '', 'fingerprint of LINK_SECRET', fingerprintBytes);
  return Buffer.from(bytes).toString('hex');
}

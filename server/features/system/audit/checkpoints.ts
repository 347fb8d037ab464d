import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type AuditCheckpointRow, auditCheckpoints } from './audit.table.ts';
import { findNewestLink } from './newest-link.ts';
import type { Known } from './verify-chain.ts';

// Each day the last hash of the audit log is signed and published. It covers every entry before it, so that
// anybody with a copy can later tell whether any of them was changed.

/** Signs the newest chained entry, unless one was already signed today. */
export async function signCheckpoint(
  services: Pick<Services, 'db' | 'clock' | 'appSecret' | 'log'>,
): Promise<void> {
  const { db, clock, appSecret, log } = services;
  const signedAt = clock.now();
  const day = signedAt.toISOString().slice(0, 10);
  if (await findCheckpoint(db, day)) return;
  const last = await findNewestLink(db);
  if (!last) return;
  const { entryId, hash } = last;
  const key = keyFrom(appSecret.current);
  const publicKey = rawPublicKey(key);
  const signature = sign(null, Buffer.from(signedText({ entryId, hash, signedAt })), key);
  await db
    .insert(auditCheckpoints)
    .values({ day, entryId, hash, signedAt, publicKey, signature })
    .onConflictDoNothing();
  // Also logged, since the log is usually kept elsewhere.
  log.info({ day, entryId, hash: hash.toString('hex') }, 'the audit log was signed');
}

/** The checkpoint of a day, or the newest one. */
export async function findCheckpoint(db: Queryable, day?: string): Promise<AuditCheckpointRow | undefined> {
  const [found] = await db
    .select()
    .from(auditCheckpoints)
    .where(day ? eq(auditCheckpoints.day, day) : undefined)
    .orderBy(desc(auditCheckpoints.day))
    .limit(1);
  return found;
}

type Signed = Pick<AuditCheckpointRow, 'entryId' | 'hash' | 'signedAt'>;

/** What is signed: lines that each end with a line feed. */
function signedText({ entryId, hash, signedAt }: Signed): string {
  return `Audit log of Long After\nUp to entry ${entryId}\nSHA-256 ${hash.toString('hex')}\nSigned ${signedAt.toISOString()}\n`;
}

/** The form in which it is printed where there is room for a line: `12345:<hash>`. */
export function shortCheckpoint({ entryId, hash }: Pick<AuditCheckpointRow, 'entryId' | 'hash'>): string {
  return `${entryId}:${hash.toString('hex')}`;
}

/** The form of a file that people keep. */
export function checkpointText(row: AuditCheckpointRow): string {
  const { publicKey, signature } = row;
  return `${signedText(row)}\nEd25519 ${publicKey.toString('base64')} ${signature.toString('base64')}\n`;
}

interface ReadCheckpoint extends Known {
  /** Undefined if there is none, as in a mail. */
  signature?: { keyId: string } | 'wrong';
}

/** What such a file or line says; undefined if it is neither. */
export function readCheckpoint(text: string): ReadCheckpoint | undefined {
  const line = /^\s*(\d+):([\da-f]{64})\s*$/.exec(text);
  if (line) return { entryId: Number(line[1]), hash: String(line[2]) };
  const file =
    /^(Audit log of Long After\nUp to entry (\d+)\nSHA-256 ([\da-f]{64})\nSigned .+\n)\nEd25519 (\S+) (\S+)\n$/.exec(
      text,
    );
  if (!file) return undefined;
  const [, signed = '', entryId, hash = '', key = '', signature = ''] = file;
  const publicKey = Buffer.from(key, 'base64');
  const isRight =
    publicKey.length === keyBytes &&
    verify(null, Buffer.from(signed), publicKeyFrom(publicKey), Buffer.from(signature, 'base64'));
  return { entryId: Number(entryId), hash, signature: isRight ? { keyId: keyIdOf(publicKey) } : 'wrong' };
}

/** The short form by which people compare keys. */
function keyIdOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

// The prefixes of an Ed25519 key in DER: RFC 8410.
const privateDer = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicDer = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;

function keyFrom(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'audit checkpoints', keyBytes));
  return createPrivateKey({ key: Buffer.concat([privateDer, seed]), format: 'der', type: 'pkcs8' });
}

function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicDer.length);
}

function publicKeyFrom(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicDer, raw]), format: 'der', type: 'spki' });
}

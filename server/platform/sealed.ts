import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const idBytes = 8;
/** Before what was sealed without the id of its key, and before what carries it. */
const [withoutId, withId] = ['v1.', 'v2.'];
/** Before the id in a file. One without it begins with its nonce, which is this only by a chance of 1 : 2^64. */
const fileMark = Buffer.from('sealed2.');

/** The secrets of this installation. */
export interface AppSecret {
  /** Whatever is sealed is sealed with it. */
  current: string;
  /** What was sealed with these is still opened. */
  previous: readonly string[];
  /** Links and codes in mails are derived from it. It never changes: a mail that is sent again has the same link. */
  links: string;
}

/** What a sealed text is for and whose it is: it cannot be opened under any other purpose or subject. */
export interface SealedFor {
  purpose: string;
  subject: string;
}

/**
 * Encrypts `text` so that it cannot be read with the database alone: AES-256-GCM (NIST SP 800-38D) with a key derived
 * from the application's current secret for this purpose (HKDF, RFC 5869) and a fresh nonce. The id of the secret stands
 * before it.
 */
export function seal({ current }: AppSecret, sealedFor: SealedFor, text: string): string {
  return prefixOf(current) + encrypt(current, sealedFor, Buffer.from(text)).toString('base64url');
}

/**
 * Decrypts a sealed text with the current secret or a previous one. Throws when any bit of it, the secret, the purpose or
 * the subject differs.
 */
export function unseal(secret: AppSecret, sealedFor: SealedFor, sealed: string): string {
  if (sealed.startsWith(withoutId)) return open(allOf(secret), sealedFor, sealed.slice(withoutId.length));
  const owners = allOf(secret).filter((each) => sealed.startsWith(prefixOf(each)));
  return open(owners, sealedFor, sealed.slice(sealed.lastIndexOf('.') + 1));
}

/** What a text begins with that is sealed with the current secret. */
export function currentPrefix({ current }: AppSecret): string {
  return prefixOf(current);
}

/** The same for the bytes of a file. */
export function sealBytes({ current }: AppSecret, sealedFor: SealedFor, plain: Buffer): Buffer {
  return Buffer.concat([headOf(current), encrypt(current, sealedFor, plain)]);
}

/** Throws as `unseal` does. */
export function unsealBytes(secret: AppSecret, sealedFor: SealedFor, sealed: Buffer): Buffer {
  if (!sealed.subarray(0, fileMark.length).equals(fileMark)) return decrypt(allOf(secret), sealedFor, sealed);
  const head = sealed.subarray(0, sealedHeadBytes);
  const owners = allOf(secret).filter((each) => headOf(each).equals(head));
  return decrypt(owners, sealedFor, sealed.subarray(sealedHeadBytes));
}

/** How many bytes of a sealed file say by which secret. */
export const sealedHeadBytes = fileMark.length + idBytes;

/** Whether a file that begins like this is sealed with the current secret. */
export function isHeadCurrent({ current }: AppSecret, head: Buffer): boolean {
  return headOf(current).equals(head.subarray(0, sealedHeadBytes));
}

const allOf = ({ current, previous }: AppSecret) => [current, ...previous];

function idOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('id of the secret').digest().subarray(0, idBytes);
}

function prefixOf(secret: string): string {
  return `${withId}${idOf(secret).toString('hex')}.`;
}

function headOf(secret: string): Buffer {
  return Buffer.concat([fileMark, idOf(secret)]);
}

function open(secrets: readonly string[], sealedFor: SealedFor, base64url: string): string {
  return decrypt(secrets, sealedFor, Buffer.from(base64url, 'base64url')).toString('utf8');
}

function encrypt(secret: string, { purpose, subject }: SealedFor, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(subject));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** It was changed since it was sealed, or by a secret that is not set. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/** With the first of the secrets that opens it. */
function decrypt(secrets: readonly string[], { purpose, subject }: SealedFor, sealed: Buffer): Buffer {
  let cause: unknown;
  for (const secret of secrets) {
    try {
      const nonce = sealed.subarray(0, nonceBytes);
      const key = keyFor(secret, purpose);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(subject)).setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    } catch (error) {
      cause = error;
    }
  }
  throw new SealBrokenError('None of the secrets that are set opens this', { cause });
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed:${purpose}`, keyBytes));
}

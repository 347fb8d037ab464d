import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const idBytes = 8;
/** Both are followed by the id of the secret. */
const [textMark, fileMark] = ['v2.', Buffer.from('sealed2.')];

/** The secrets of this installation. */
export interface AppSecret {
  /** Encrypts whatever is encrypted from now on. */
  current: string;
  /** These still decrypt what they encrypted. */
  previous: readonly string[];
  /** Links and codes in mails are derived from it. It never changes, so that a mail that is sent again has the same link. */
  links: string;
}

/** What a sealed text is for and whose it is: it cannot be opened under any other purpose or subject. */
export interface SealedFor {
  purpose: string;
  subject: string;
}

/**
 * Encrypts `text` so that it cannot be read with the database alone: AES-256-GCM (NIST SP 800-38D) with a key derived
 * from the application's current secret for this purpose (HKDF, RFC 5869) and a fresh nonce, preceded by the id of the secret.
 */
export function seal({ current }: AppSecret, sealedFor: SealedFor, text: string): string {
  return prefixOf(current) + encrypt(current, sealedFor, Buffer.from(text)).toString('base64url');
}

/**
 * Decrypts a sealed text with the current secret or a previous one. Throws if any bit of it, the secret, the
 * purpose or the subject differs.
 */
export function unseal(secret: AppSecret, sealedFor: SealedFor, sealed: string): string {
  const key = allOf(secret).find((each) => sealed.startsWith(prefixOf(each)));
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  return decrypt(key, sealedFor, bytes).toString('utf8');
}

/** The beginning of every text sealed with the current secret. */
export function currentPrefix({ current }: AppSecret): string {
  return prefixOf(current);
}

/** The same for the bytes of a file. */
export function sealBytes({ current }: AppSecret, sealedFor: SealedFor, plain: Buffer): Buffer {
  return Buffer.concat([headOf(current), encrypt(current, sealedFor, plain)]);
}

/** Throws like `unseal`. */
export function unsealBytes(secret: AppSecret, sealedFor: SealedFor, sealed: Buffer): Buffer {
  const head = sealed.subarray(0, sealedHeadBytes);
  const key = allOf(secret).find((each) => headOf(each).equals(head));
  return decrypt(key, sealedFor, sealed.subarray(sealedHeadBytes));
}

/** The length of the beginning of a sealed file, which identifies its secret. */
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
  return `${textMark}${idOf(secret).toString('hex')}.`;
}

function headOf(secret: string): Buffer {
  return Buffer.concat([fileMark, idOf(secret)]);
}

function encrypt(secret: string, { purpose, subject }: SealedFor, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(subject));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** It was changed after it was sealed, or its secret is not among those configured. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

function decrypt(secret: string | undefined, { purpose, subject }: SealedFor, sealed: Buffer): Buffer {
  if (secret === undefined) throw new SealBrokenError('None of the secrets that are set opens this');
  try {
    const nonce = sealed.subarray(0, nonceBytes);
    const key = keyFor(secret, purpose);
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(subject)).setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new SealBrokenError('This was changed after it was sealed', { cause });
  }
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed:${purpose}`, keyBytes));
}

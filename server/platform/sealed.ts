import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1.';

/** What a sealed text is for and whose it is: it cannot be opened under any other purpose or subject. */
export interface SealedFor {
  purpose: string;
  subject: string;
}

/**
 * Encrypts `text` so that it cannot be read with the database alone: AES-256-GCM (NIST SP 800-38D) with a key derived
 * from the application's secret for this purpose (HKDF, RFC 5869) and a fresh nonce.
 */
export function seal(secret: string, sealedFor: SealedFor, text: string): string {
  return `${version}${sealBytes(secret, sealedFor, Buffer.from(text)).toString('base64url')}`;
}

/** Decrypts a sealed text. Throws when any bit of it, the secret, the purpose or the subject differs. */
export function unseal(secret: string, sealedFor: SealedFor, sealed: string): string {
  if (!sealed.startsWith(version)) throw new Error(`This is not sealed as ${version}`);
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
  return unsealBytes(secret, sealedFor, bytes).toString('utf8');
}

/** The same for the bytes of a file; they become 28 longer. */
export function sealBytes(secret: string, { purpose, subject }: SealedFor, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(subject));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws as `unseal` does. */
export function unsealBytes(secret: string, { purpose, subject }: SealedFor, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(subject)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed:${purpose}`, keyBytes));
}

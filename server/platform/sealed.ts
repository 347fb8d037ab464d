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
export function seal(secret: string, { purpose, subject }: SealedFor, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}${sealed.toString('base64url')}`;
}

/** Decrypts a sealed text. Throws when any bit of it, the secret, the purpose or the subject differs. */
export function unseal(secret: string, { purpose, subject }: SealedFor, sealed: string): string {
  if (!sealed.startsWith(version)) throw new Error(`This is not sealed as ${version}`);
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(subject)).setAuthTag(bytes.subarray(-tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed:${purpose}`, keyBytes));
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppSecret } from '../sealed.ts';

/** A row that a message carried, and which attempt it was. */
export interface ReturnPathOf {
  kind: 'delivery' | 'mail';
  /** A UUID. */
  id: string;
  /** 0 if attempts are not distinguished. */
  attempt: number;
}

const letters = { delivery: 'd', mail: 'm' } as const;
/** 128 bits, and 80 bits, in digits of five bits: lower-case letters and numerals, since some servers change the case. */
const [idDigits, signatureDigits, attemptDigits] = [26, 16, 4];
const signatureHexDigits = (signatureDigits * 5) / 4;
const longestLocalPart = 64;
/** How long the local part of BOUNCE_ADDRESS may be, so that it stays valid with its addition. */
export const bounceLocalPartMax = longestLocalPart - '+d'.length - idDigits - attemptDigits - signatureDigits;

/**
 * The envelope sender of a message: `bounce+<which message, signed>@example.org`. It comes back in the address of a bounce. It is derived from the
 * secret of links, so it outlives a change of APP_SECRET.
 */
export function returnPathFor(secret: AppSecret, bounceAddress: string, of: ReturnPathOf): string {
  const at = bounceAddress.lastIndexOf('@');
  return `${bounceAddress.slice(0, at)}+${tagFor(secret, of)}${bounceAddress.slice(at)}`;
}

const found = new RegExp(
  `\\+([dm])([0-9a-v]{${idDigits}})([0-9a-v]{1,${attemptDigits}})([0-9a-v]{${signatureDigits}})@`,
  'gi',
);
/** Each of them costs a signature. */
const readAtMost = 20;

/** The first return path of ours in `text`, in upper or lower case; undefined if none was signed by us. */
export function findReturnPath(secret: AppSecret, text: string): ReturnPathOf | undefined {
  let tried = 0;
  for (const [, letter = '', id = '', attempt = '', signature = ''] of text.matchAll(found)) {
    if (++tried > readAtMost) return undefined;
    const of: ReturnPathOf = {
      kind: letter.toLowerCase() === letters.delivery ? 'delivery' : 'mail',
      id: uuidOf(id.toLowerCase()),
      attempt: Number.parseInt(attempt, 32),
    };
    if (timingSafeEqual(Buffer.from(signatureOf(secret, of)), Buffer.from(signature.toLowerCase())))
      return of;
  }
  return undefined;
}

function tagFor(secret: AppSecret, of: ReturnPathOf): string {
  const id = inDigits(of.id.replaceAll('-', ''), idDigits);
  const attempt = (of.attempt % 32 ** attemptDigits).toString(32);
  return `${letters[of.kind]}${id}${attempt}${signatureOf(secret, of)}`;
}

function signatureOf({ links }: AppSecret, { kind, id, attempt }: ReturnPathOf): string {
  const mac = createHmac('sha256', links).update(`return-path:${kind}:${id}:${attempt}`).digest('hex');
  return inDigits(mac.slice(0, signatureHexDigits), signatureDigits);
}

function inDigits(hex: string, digits: number): string {
  return BigInt(`0x${hex}`).toString(32).padStart(digits, '0');
}

function uuidOf(digits: string): string {
  const bits = [...digits].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  const hex = bits.toString(16).padStart(32, '0').slice(-32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

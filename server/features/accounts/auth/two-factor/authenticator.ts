import { generateURI, ScureBase32Plugin, verify } from 'otplib';
import { renderSVG } from 'uqr';
import type { Random } from '../../../../platform/random.ts';

// The scheme of authenticator apps: a secret of 160 bits, and a six-digit code every 30 seconds (RFC 6238).

const issuer = 'Long After';
const secretBytes = 20;
const stepSeconds = 30;

/** 160 random bits in base32. */
export function newSecret(random: Random): string {
  const bytes = Buffer.from(random.token(secretBytes), 'base64url');
  return new ScureBase32Plugin().encode(bytes, { padding: false });
}

/** The secret as an app reads it: as a URL, and as an image of that URL. */
export function describeSecret(secret: string, email: string): { otpauthUri: string; qrCode: string } {
  const otpauthUri = generateURI({ issuer, label: email, secret });
  const svg = renderSVG(otpauthUri, { ecc: 'M', border: 4 });
  return { otpauthUri, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/**
 * The 30-second step that `code` belongs to: the current one or a neighbour, and later than `afterStep`.
 * Undefined for any other code.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  afterStep: number,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({
    secret,
    token: code,
    epoch,
    period: stepSeconds,
    epochTolerance: stepSeconds,
  });
  if (!result.valid || !('timeStep' in result) || result.timeStep <= afterStep) return undefined;
  return result.timeStep;
}

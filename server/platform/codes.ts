// The limits of a mailed six-digit code: ten minutes and five tries, so that guessing is hopeless.

export const codeMinutes = 10;
export const codeTries = 5;

/** Whether another try at the code is allowed. */
export function isCodeOpen(
  { triesLeft, validUntil }: { triesLeft: number; validUntil: Date | null },
  now: Date,
): boolean {
  return triesLeft > 0 && validUntil !== null && validUntil >= now;
}

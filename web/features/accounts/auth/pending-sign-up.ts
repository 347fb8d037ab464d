import type { SignUpValues } from './sign-up-values.ts';

/** The pages that people read during sign-up and come back from. */
const readMeanwhile: readonly string[] = ['/terms-of-service', '/privacy-policy'];

let kept: SignUpValues | null = null;

/** Called when the sign-up form closes. `path` is the next page: only the legal pages keep what was typed. */
export function savePendingSignUp(values: SignUpValues, path: string): void {
  kept = readMeanwhile.includes(path) ? values : null;
}

/** What was typed before reading a legal page, kept only in this tab's memory; null if nothing was. */
export function pendingSignUp(): SignUpValues | null {
  return kept;
}

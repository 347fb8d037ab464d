import { passwordCost } from '../server/platform/passwords.ts';

const asInProduction = { ...passwordCost };

/** The lowest cost of argon2id: hashing passwords took two fifths of the processor time of many tests. */
export function hashQuickly(): void {
  Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 });
}

/** For the rest of a test file that is about how passwords are stored; call it before anybody is registered. */
export function hashAsInProduction(): void {
  Object.assign(passwordCost, asInProduction);
}

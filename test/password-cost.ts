import { passwordCost } from '../server/platform/passwords.ts';

const asInProduction = { ...passwordCost };

/** The least that argon2id can do: two fifths of the processor time of many tests went into hashing passwords. */
export function hashQuickly(): void {
  Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 });
}

/** For the rest of a test file in which it matters how passwords are kept; called before anybody is registered. */
export function hashAsInProduction(): void {
  Object.assign(passwordCost, asInProduction);
}

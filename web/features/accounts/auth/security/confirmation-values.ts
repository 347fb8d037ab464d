import { z } from 'zod';
import { PresentPassword } from '../../../../../shared/accounts/accounts.ts';
import { firstMessages } from '../../../../lib/check-form.ts';

export const NeededCode = z.string().trim().min(1, 'Please enter a code');

/** What somebody types to prove their identity again. */
export interface ConfirmationValues {
  password: string;
  code: string;
  /** The word to type before something irreversible. */
  confirmation: string;
}

export const confirmationFieldNames = ['password', 'code', 'confirmation'] as const;

interface ConfirmationNeeds {
  /** Whether two-factor sign-in is on. */
  needsCode: boolean;
  word?: string | undefined;
}

export function checkConfirmation(
  values: ConfirmationValues,
  { needsCode, word }: ConfirmationNeeds,
): Record<string, string> {
  const rules = z.object({
    password: PresentPassword,
    code: needsCode ? NeededCode : z.string(),
    confirmation: z
      .string()
      .refine((text) => !word || text.trim().toUpperCase() === word, `Please type ${word} to confirm`),
  });
  return firstMessages(rules.safeParse(values));
}

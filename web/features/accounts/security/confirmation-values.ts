import { z } from 'zod';
import { PresentPassword } from '../../../../shared/accounts/accounts.ts';
import { firstMessages } from '../../../lib/first-messages.ts';

/** What somebody types to show once more that it is they who ask. */
export interface ConfirmationValues {
  password: string;
  code: string;
  /** A word that is typed where nothing can be taken back. */
  confirmation: string;
}

export const confirmationFieldNames = ['password', 'code', 'confirmation'] as const;

interface ConfirmationNeeds {
  /** Two-factor sign-in is on. */
  needsCode: boolean;
  word?: string | undefined;
}

export function checkConfirmation(
  values: ConfirmationValues,
  { needsCode, word }: ConfirmationNeeds,
): Record<string, string> {
  const rules = z.object({
    password: PresentPassword,
    code: needsCode ? z.string().trim().min(1, 'Please enter a code') : z.string(),
    confirmation: z
      .string()
      .refine((text) => !word || text.trim().toUpperCase() === word, `Please type ${word} to confirm`),
  });
  return firstMessages(rules.safeParse(values));
}

import { z } from 'zod';
import { EmailAddress } from '../values.ts';
import { PresentPassword, User } from './accounts.ts';

export const LoginForm = z.object({ email: EmailAddress, password: PresentPassword });

export const SignedIn = z.object({ token: z.string(), user: User });

export type SignedIn = z.input<typeof SignedIn>;

/** The password was right; the two-factor code is still missing. */
export const TwoFactorRequired = z.object({ twoFactorRequired: z.literal(true), challengeToken: z.string() });

export type TwoFactorRequired = z.input<typeof TwoFactorRequired>;

export const LoginAnswer = z.union([SignedIn, TwoFactorRequired]);

export type LoginAnswer = z.input<typeof LoginAnswer>;

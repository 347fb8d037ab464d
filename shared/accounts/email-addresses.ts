import { z } from 'zod';

export const verificationPauseSeconds = 60;

export const ConfirmedEmail = z.object({ email: z.string() });

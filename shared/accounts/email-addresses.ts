import { z } from 'zod';

export const verificationPauseSeconds = 60;
export const emailChangeUndoHours = 72;

/** The address that an opened link was about. */
export const ConfirmedEmail = z.object({ email: z.string() });

import { z } from 'zod';

/** What kind of refusal an answer is; the HTTP status follows from it. */
export const errorCodes = [
  'bad_request',
  'not_signed_in',
  'plan_required',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_type',
  'too_many_requests',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The body of every answer that is not a success. `message` is a sentence for a person. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  fields: z.record(z.string(), z.string()).optional(),
});

export type ErrorBody = z.infer<typeof ErrorBody>;

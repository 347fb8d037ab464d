import { z } from 'zod';

/** Each stands for one HTTP status; two stand for 403, since after `fresh_sign_in_needed` the same request may succeed. */
const errorCodes = [
  'bad_request',
  'not_signed_in',
  'plan_required',
  'forbidden',
  'fresh_sign_in_needed',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_type',
  'too_many_requests',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The body of every response that is not a success. `message` is a sentence for people to read. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  fields: z.record(z.string(), z.string()).optional(),
});

/** A 409 for somebody who read the record before it was changed: `current` is its present state. */
export function StaleBody<Record extends z.ZodType>(record: Record) {
  return ErrorBody.extend({ current: record.optional() });
}

export type ErrorBody = z.infer<typeof ErrorBody>;

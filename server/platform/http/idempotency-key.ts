import { z } from 'zod';
import { Id } from '../../../shared/values.ts';

/** A client that got no answer sends its request again under the same key, so that nothing is made twice (draft-ietf-httpapi-idempotency-key-header). */
export const IdempotencyHeaders = z.looseObject({ 'idempotency-key': Id.optional() });

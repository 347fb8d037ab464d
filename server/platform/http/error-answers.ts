import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, postgresCode } from '../database.ts';
import { AppError, notFound } from '../errors.ts';
import { StorageFullError, StorageUnavailableError, TooLargeError } from '../storage/storage.ts';

/** Turns every error into `{ message, code, fields? }`; what a person should not see only goes to the log. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answer(asAppError(error), error, request, reply),
  );
}

function answer(refusal: AppError, error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (refusal.status >= 500) {
    // The database is down, or there is too much to do: not a bug, and temporary.
    if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'a request was put off');
    else request.log.error({ err: error }, 'a request failed');
    // Support can find the log line of this response by the id.
    reply.header('x-request-id', request.id);
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply.status(refusal.status).type('application/json').send(JSON.stringify(refusal.body));
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return asInvalidInput(error);
  if (isDatabaseUnavailable(error) || error instanceof StorageUnavailableError)
    return storageUnavailable(error);
  if (error instanceof TooLargeError) return new AppError('too_large', 'This is larger than we can take');
  if (error instanceof StorageFullError) return storageFull(error);
  if (isUnstorableText(error))
    return new AppError('bad_request', 'This text holds a character that cannot be stored');
  return fromHttpStatus(error);
}

function storageUnavailable(cause: Error): AppError {
  const message = 'We cannot reach our storage for a moment. Nothing was lost; please try again.';
  return new AppError('unavailable', message, { retryAfterSeconds: 5, cause });
}

function storageFull(cause: Error): AppError {
  const message = 'There is no room for this file at the moment. Nothing was lost; please try again later.';
  return new AppError('unavailable', message, { retryAfterSeconds: 300, cause });
}

const unstorableTextCodes = new Set(['22021', '22P05']);

function isUnstorableText(error: unknown): boolean {
  return unstorableTextCodes.has(postgresCode(error) ?? '');
}

/** A malformed id in the path gets the same answer as an unknown one; for other input, the invalid fields are named. */
function asInvalidInput(error: Parameters<typeof fieldsOf>[0] & { validationContext?: string }): AppError {
  if (error.validationContext === 'params') return notFound();
  const fields = fieldsOf(error);
  const [first] = Object.values(fields);
  return new AppError('bad_request', first ?? 'This request cannot be read', { fields });
}

function fieldsOf(error: { validation: readonly { instancePath: string; message?: string | undefined }[] }) {
  const fields: Record<string, string> = {};
  for (const issue of error.validation) {
    const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body';
    fields[field] ??= issue.message ?? 'This cannot be used';
  }
  return fields;
}

function fromHttpStatus(error: FastifyError): AppError {
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError('too_large', 'This is larger than we can take');
  if (status === 415) return new AppError('unsupported_type', 'This kind of content cannot be read here');
  if (status === 429) return new AppError('too_many_requests', error.message);
  if (status === 503)
    return new AppError('unavailable', 'We are busy right now. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  if (status >= 400 && status < 500) return new AppError('bad_request', 'This request cannot be read');
  return new AppError('internal', 'Something went wrong on our side. Nothing was lost; please try again.', {
    cause: error,
  });
}

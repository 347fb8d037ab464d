import type { z } from 'zod';

/** The first message for each field of a form that a schema refused; empty when it was accepted. */
export function firstMessages({ error }: { error?: z.ZodError | undefined }): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}

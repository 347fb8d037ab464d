import type { z } from 'zod';

/** The first message for each invalid field; empty when the form is valid. */
export function firstMessages({ error }: { error?: z.ZodError | undefined }): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}

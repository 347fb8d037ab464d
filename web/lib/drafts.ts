import { draftKeyStart } from './sent-drafts.ts';

/** What a person is writing, kept in this browser and on the server until it is saved for good. Text only. */
export interface Draft<Values> {
  values: Values;
  /** Milliseconds since 1970. */
  savedAtMs: number;
}

/** A draft as this browser keeps it. */
export interface LocalDraft<Values> extends Draft<Values> {
  /** The time of the server's copy that these values grew out of; null when there was none. */
  base: string | null;
  /** Does that copy hold these very values? */
  isSent: boolean;
}

/** The server's copy; its time is its version. */
export interface ServerDraft<Values> {
  values: Values;
  /** ISO 8601. */
  updatedAt: string;
}

/** Drafts belong to a person. */
export function draftKey(ownerId: string, kind: string): string {
  return `${draftKeyStart}${ownerId}:${kind}`;
}

/** The draft under `key`; null when there is none, or none that `parse` understands. */
export function readDraft<Values>(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  parse: (values: unknown) => Values | null,
): LocalDraft<Values> | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { values, savedAtMs, base, isSent }: Record<string, unknown> = { ...stored };
    const parsed = parse(values);
    if (!parsed || typeof savedAtMs !== 'number') return null;
    return {
      values: parsed,
      savedAtMs,
      base: typeof base === 'string' ? base : null,
      isSent: isSent === true,
    };
  } catch {
    return null;
  }
}

/**
 * The draft to go on with. What was typed here and never reached the server stays, unless another device has since
 * kept something newer; what the server has forgotten meanwhile was finished elsewhere. `server` is undefined while
 * the server cannot be asked.
 */
export function newerDraft<Values>(
  local: LocalDraft<Values> | null,
  server: ServerDraft<Values> | null | undefined,
): LocalDraft<Values> | null {
  if (server === undefined) return local;
  if (server === null) return local?.isSent ? null : local;
  const savedAtMs = Date.parse(server.updatedAt);
  const isOurs = local !== null && local.base !== null && local.base >= server.updatedAt;
  const isNewer = local !== null && !local.isSent && local.savedAtMs > savedAtMs;
  return isOurs || isNewer
    ? local
    : { values: server.values, savedAtMs, base: server.updatedAt, isSent: true };
}

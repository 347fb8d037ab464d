import { draftKeyPrefix } from './sent-drafts.ts';

/** Text that somebody is writing, saved in this browser until it is saved for good. */
export interface LocalDraft<Values> {
  values: Values;
  /** Milliseconds since 1970. */
  savedAtMs: number;
  /** The version of the server's copy that these values are based on; null when there was none. */
  base: string | null;
  /** Whether the server's copy holds exactly these values. */
  isSent: boolean;
}

/** The server's copy. Its time is its version. */
export interface ServerDraft<Values> {
  values: Values;
  /** ISO 8601. */
  updatedAt: string;
}

/** The storage key of a draft. It contains the owner, because several people may use one browser. */
export function draftKey(ownerId: string, kind: string): string {
  return `${draftKeyPrefix}${ownerId}:${kind}`;
}

/** The draft stored under `key`; null if there is none that `parse` accepts. */
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
 * The draft to continue with. Text that never reached the server wins, unless another device has saved something newer
 * since. Text that did reach the server and is gone from there was finished elsewhere. `server` is undefined while the
 * server cannot be reached.
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

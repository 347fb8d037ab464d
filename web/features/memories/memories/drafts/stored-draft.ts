import { noDraftVersion } from '../../../../../shared/memories/draft-versions.ts';
import { draftKeyPrefix } from './sent-drafts.ts';

/** Names a draft: with the id of its sheet, or as the only one stored under its kind. */
export interface DraftName {
  kind: string;
  id: string | null;
}

/** Text that somebody is writing, stored in this browser until it is finally saved. */
export interface LocalDraft<Values> {
  values: Values;
  /** Milliseconds since 1970. */
  savedAtMs: number;
  /** The versions of the server's copy that these values may replace; empty when there was none. */
  basedOn: readonly string[];
  /** Whether the server's copy holds exactly these values. */
  isSent: boolean;
}

/** The server's copy. */
export interface ServerDraft<Values> extends DraftName {
  values: Values;
  version: string;
  /** Where it was last written, such as "Firefox on a phone". */
  device: string | null;
  /** ISO 8601. */
  updatedAt: string;
}

/** The storage key of a draft. It contains the owner, because several people may use one browser. */
export function draftKey(ownerId: string, { kind, id }: DraftName): string {
  return `${draftKeyPrefix}${ownerId}:${pathOf({ kind, id })}`;
}

/** The name of a draft as text, as in the server's URLs. */
export function pathOf({ kind, id }: DraftName): string {
  return id === null ? kind : `${kind}/${id}`;
}

/** The names of a person's drafts in this browser. */
export function listLocal(storage: Pick<Storage, 'length' | 'key'>, ownerId: string): DraftName[] {
  const start = draftKey(ownerId, { kind: '', id: null });
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys
    .filter((key) => key.startsWith(start))
    .map((key) => {
      const [kind = '', id = null] = key.slice(start.length).split('/');
      return { kind, id };
    });
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
    const { values, savedAtMs, base, basedOn = [base], isSent }: Record<string, unknown> = { ...stored };
    const parsed = parse(values);
    if (!parsed || typeof savedAtMs !== 'number') return null;
    const versions: unknown[] = Array.isArray(basedOn) ? basedOn : [];
    return {
      values: parsed,
      savedAtMs,
      basedOn: versions.filter((version) => typeof version === 'string'),
      isSent: isSent === true,
    };
  } catch {
    return null;
  }
}

/**
 * The draft to continue with. Text that never reached the server is continued even if another device has
 * saved something since: the server then refuses it, and both are kept. Text that did reach the server and is
 * gone from there was finished elsewhere. `server` is undefined while the server cannot be reached.
 */
export function newerDraft<Values>(
  local: LocalDraft<Values> | null,
  server: ServerDraft<Values> | null | undefined,
): LocalDraft<Values> | null {
  if (server === undefined) return local;
  if (server === null) return local?.isSent ? null : local;
  const { values, version, updatedAt } = server;
  // Copies from before there were versions have the time instead.
  const isOurs = local?.basedOn.some((known) => known === version || known === updatedAt) === true;
  if (local && isOurs)
    return {
      ...local,
      basedOn: [version, ...local.basedOn.filter((known) => known !== version && known !== noDraftVersion)],
    };
  if (local && !local.isSent && canonicalText(local.values) !== canonicalText(values)) return local;
  return { values, savedAtMs: Date.parse(updatedAt), basedOn: [version], isSent: true };
}

/** Does not depend on the order of the fields, which the server may change. */
export function canonicalText(values: unknown): string {
  return JSON.stringify(Object.entries(values ?? {}).sort());
}

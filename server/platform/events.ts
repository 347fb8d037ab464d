import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { z } from 'zod';
import type { Queryable } from './database.ts';
import type { Log } from './log.ts';

const channel = 'changes';
const reconnectMilliseconds = 1_000;

const Announcement = z.object({ audience: z.string(), topics: z.array(z.string()) });

/** Notifies every process, once `tx` commits, that `topics` changed for `audience`. */
export async function announce(tx: Queryable, audience: string, topics: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ audience, topics })})`);
}

/** Like `announce`, for many people in one statement. */
export async function announceAll(
  tx: Queryable,
  audiences: Iterable<string>,
  topics: readonly string[],
): Promise<void> {
  const announcements = [...audiences].map((audience) => JSON.stringify({ audience, topics }));
  if (announcements.length === 0) return;
  await tx.execute(
    sql`select pg_notify(${channel}, said) from unnest(${sql.param(announcements)}::text[]) as said`,
  );
}

export interface Events {
  /** Calls `listener` for each announcement to `audience`, from any process; returns a function that unsubscribes. */
  subscribe(audience: string, listener: (topics: string[]) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own. When it breaks it is reopened and every listener receives `everything`, because
 * announcements may have been missed in between.
 */
export function openEvents(options: { url: string; log: Log; everything: readonly string[] }): Events {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: Client | undefined;
  let closed = false;
  let missedSome = false;
  let retry: NodeJS.Timeout | undefined;

  const connectAgain = () => {
    missedSome = true;
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void connect().catch(connectAgain), reconnectMilliseconds);
  };
  const connect = async () => {
    const next = new Client({
      connectionString: options.url,
      application_name: 'long-after events',
      keepAlive: true,
    });
    next.on('error', (error) =>
      options.log.warn({ err: error }, 'the connection that listens for changes broke'),
    );
    next.on('end', connectAgain);
    next.on('notification', (message) => {
      const announcement = Announcement.safeParse(JSON.parse(message.payload ?? '{}'));
      if (announcement.success) emitter.emit(announcement.data.audience, announcement.data.topics);
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
    if (missedSome) {
      for (const audience of emitter.eventNames()) emitter.emit(audience, [...options.everything]);
    }
    missedSome = false;
  };
  const ready = connect().catch(connectAgain);

  return {
    subscribe(audience, listener) {
      emitter.on(audience, listener);
      return () => emitter.off(audience, listener);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await ready;
      await client?.end();
    },
  };
}

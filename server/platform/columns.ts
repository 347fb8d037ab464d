import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** A primary key in order of creation (UUID version 7, RFC 9562). */
export const id = () => uuid('id').primaryKey().$defaultFn(v7);

/** An instant, to the millisecond, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

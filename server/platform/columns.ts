import { type AnyPgColumn, customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from './ids.ts';

/** A primary key that sorts by creation time (UUID version 7, RFC 9562). */
export const id = () => uuid('id').primaryKey().$defaultFn(newId);

/** A reference to a row with which this one is deleted. */
export const belongsTo = (name: string, target: () => AnyPgColumn) =>
  uuid(name).notNull().references(target, { onDelete: 'cascade' });

/** A timestamp with millisecond precision, read as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

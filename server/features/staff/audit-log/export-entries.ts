import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { z } from 'zod';
import {
  type AuditLogEntry,
  type AuditLogExport,
  type AuditLogFilters,
  mostExportedEntries,
} from '../../../../shared/staff/audit-log.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { record } from '../../system/audit/audit.ts';
import { countEntries, listEntries, newestId } from './list-entries.ts';

const entriesPerRead = 2_000;

/**
 * The entries as CSV, the newest first, read as fast as they are taken and in constant memory. That they were exported is
 * recorded first. 409 where there are more than `mostExportedEntries`, and nothing is written.
 */
export async function exportEntries(
  { db, clock }: Services,
  { reason, ...filters }: AuditLogExport,
  actor: string,
): Promise<Readable> {
  const count = await countEntries(db, filters, mostExportedEntries + 1);
  if (count > mostExportedEntries)
    throw new AppError(
      'conflict',
      `A file holds at most ${mostExportedEntries.toLocaleString('en-US')} entries. Please choose a shorter time.`,
    );
  const before = (await newestId(db)) + 1;
  await inTransaction(db, (tx) =>
    record(tx, clock.now(), {
      action: 'audit-log.exported',
      actor,
      ...(filters.subject && { subjectId: filters.subject }),
      reason,
      details: {
        count,
        who: filters.who ?? null,
        action: filters.action ?? null,
        from: filters.from?.toISOString() ?? null,
        to: filters.to?.toISOString() ?? null,
      },
    }),
  );
  return Readable.from(cellsOf({ db, clock }, filters, before)).pipe(
    stringify({
      header: true,
      columns: [...columns],
      // Excel takes a file without it for one in the code page of the country.
      bom: true,
      record_delimiter: '\r\n',
      // Where a record ends otherwise than by default, a lone line feed is not quoted unless asked for.
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { string: withoutLeadingSpace },
    }),
  );
}

const columns = [
  'entry',
  'at',
  'action',
  'by',
  'by id',
  'account',
  'account id',
  'on id',
  'reason',
  'details',
  'before',
  'after',
  'chained',
] as const;

async function* cellsOf(
  services: Pick<Services, 'db' | 'clock'>,
  filters: AuditLogFilters,
  newest: number,
): AsyncGenerator<readonly string[]> {
  let before: number | undefined = newest;
  while (before !== undefined) {
    const page = await listEntries(services, { ...filters, limit: entriesPerRead, before });
    for (const entry of page.entries) yield cells(entry);
    before = page.next?.before;
  }
}

function cells(entry: z.output<typeof AuditLogEntry>): readonly string[] {
  const { actor, account, details, before, after } = entry;
  return [
    String(entry.id),
    entry.at.toISOString(),
    entry.action,
    actor.name ?? actor.kind,
    actor.id,
    account?.name ?? '',
    account?.id ?? '',
    entry.subjectId ?? '',
    entry.reason ?? '',
    ...[details, before, after].map((facts) => (facts ? JSON.stringify(facts) : '')),
    entry.isChained ? 'yes' : 'not yet',
  ];
}

/** A spreadsheet may drop the space and then see a formula, which the writer of the file looks for in the first character only. */
function withoutLeadingSpace(text: string): string {
  return /^\s/.test(text) ? `'${text}` : text;
}

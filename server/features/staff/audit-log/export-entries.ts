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
 * The entries as CSV, newest first, streamed in constant memory. The export is recorded in the log before the first
 * line is sent. 409, and no record, if there are more than `mostExportedEntries`.
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
      // Without it Excel assumes the local code page.
      bom: true,
      record_delimiter: '\r\n',
      // With another record delimiter than the default, a lone line feed is quoted only on request.
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

/** A spreadsheet may drop the space and then see a formula; csv-stringify looks only at the first character. */
function withoutLeadingSpace(text: string): string {
  return /^\s/.test(text) ? `'${text}` : text;
}

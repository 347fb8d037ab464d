import { createHash } from 'node:crypto';
import { z } from 'zod';

// The parts of a backup, in this order: manifest.json, app-secret, database/<table>/<number>.copy, files/<key>,
// end.json, with a checksums/<number>.sha256 after every thousand of them.

export const manifestName = 'manifest.json';
export const secretName = 'app-secret';
export const endName = 'end.json';
export const databasePrefix = 'database/';
export const filesPrefix = 'files/';
export const checksumsPrefix = 'checksums/';

/** `000001`, so that names sort as they were written. */
export const numbered = (number: number) => String(number).padStart(6, '0');

const DumpedTable = z.object({ name: z.string(), columns: z.array(z.string()) });
export type DumpedTable = z.infer<typeof DumpedTable>;

export const Manifest = z.object({
  format: z.literal(1, 'has a format that this version does not know'),
  createdAt: z.iso.datetime(),
  /** Whose backup it is; earlier versions did not say. */
  installation: z.uuid().optional(),
  /** The instant that identifies the last migration of the database's schema. */
  migration: z.number().int(),
  /** In an order in which every row comes after those that it refers to. */
  tables: z.array(DumpedTable),
  /** The last number that each sequence has given out. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  /** How much is to come; sizes of small pictures are not counted. */
  files: z.object({ count: z.number().int(), sizeBytes: z.number().int() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** A stored file that is in the backup as it was found, damaged, or not at all. */
const Fault = z.object({ key: z.string(), fault: z.enum(['missing', 'damaged', 'unreadable']) });
export type Fault = z.infer<typeof Fault>;

/** The last part; without it a backup is incomplete. */
export const End = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  faults: z.array(Fault),
});
export type End = z.infer<typeof End>;

/** The longest possible age header; ours has about 150 bytes. */
export const headerMaxBytes = 4096;

/**
 * The first eight hex digits of the header's SHA-256, which are part of a backup's name: only they
 * distinguish a damaged header from a wrong passphrase. Undefined if these bytes contain no complete header.
 */
export function headerMarkOf(beginning: Buffer): string | undefined {
  const lastLine = beginning.indexOf('\n--- ');
  const end = lastLine < 0 ? -1 : beginning.indexOf('\n', lastLine + 1);
  if (end < 0) return undefined;
  return createHash('sha256').update(beginning.subarray(0, end)).digest('hex').slice(0, 8);
}

/** `long-after-20261122-050843-1a2b3c4d.tar.age`, in UTC. */
export function backupName(now: Date, headerMark: string): string {
  const digits = now.toISOString().replaceAll(/\D/g, '');
  return `long-after-${digits.slice(0, 8)}-${digits.slice(8, 14)}-${headerMark}.tar.age`;
}

/** The mark in a backup's name; undefined if the file was renamed. */
export function headerMarkIn(address: string): string | undefined {
  return /-([0-9a-f]{8})\.tar\.age$/.exec(address)?.[1];
}

/** Lists the stored files that were missing, damaged or unreadable when the backup was made; empty if there were none. */
export function faultLines({ faults }: Pick<End, 'faults'>): string[] {
  if (faults.length === 0) return [];
  return [
    `${faults.length} stored files were not as they should be when the backup was made; everything else is whole:`,
    ...faults.map(({ key, fault }) => `  ${fault}: ${key}`),
  ];
}

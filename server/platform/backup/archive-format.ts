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
  /** The instant that names the last migration of the database's schema. */
  migration: z.number().int(),
  /** In an order in which every row comes after those that it refers to. */
  tables: z.array(DumpedTable),
  /** The last number that each sequence has given. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  /** How much is to come; sizes of small pictures are not counted. */
  files: z.object({ count: z.number().int(), sizeBytes: z.number().int() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** A stored file that could not be saved as it should be. */
const Fault = z.object({ key: z.string(), fault: z.enum(['missing', 'damaged']) });

/** The last part, without which a backup is not whole. */
export const End = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  faults: z.array(Fault),
});
export type End = z.infer<typeof End>;

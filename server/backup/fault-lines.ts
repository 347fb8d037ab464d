import type { End } from '../platform/backup/archive-format.ts';

/** Says which stored files were missing or damaged when the backup was made; nothing where all were well. */
export function faultLines({ faults }: Pick<End, 'faults'>): string[] {
  if (faults.length === 0) return [];
  return [
    `${faults.length} stored files were not as they should be when the backup was made; everything else is whole:`,
    ...faults.map(({ key, fault }) => `  ${fault}: ${key}`),
  ];
}

import { resealProofs } from './features/after-death/death-cases/death-reports/reseal-proofs.ts';
import type { Services } from './platform/context.ts';
import { type Resealed, resealColumn } from './platform/reseal.ts';
import { sealedColumns } from './sealed-columns.ts';

/**
 * Seals again, with the current secret, everything that is sealed with another, and reports on each kind. Returns how
 * many values no secret opens; those are unchanged. May be interrupted at any moment and run again, while the product
 * runs.
 */
export async function rotateKey(
  services: Pick<Services, 'db' | 'storage' | 'appSecret'>,
  tell: (line: string) => void,
): Promise<number> {
  let unopened = 0;
  const take = (name: string, done: Resealed) => {
    unopened += done.unopened.length;
    const more = done.changed > 0 ? `, ${done.changed} changed meanwhile` : '';
    tell(`${name}: ${done.resealed} sealed again${more}`);
    for (const id of done.unopened) tell(`${name}: no secret that is set opens ${id}; it is as it was`);
  };
  for (const column of sealedColumns) take(column.name, await resealColumn(services, column));
  take('files of proofs', await resealProofs(services));
  return unopened;
}

import { resealProofs } from './features/after-death/death-cases/death-reports/reseal-proofs.ts';
import type { Services } from './platform/context.ts';
import { type Resealed, resealColumn } from './platform/reseal.ts';
import { sealedColumns } from './sealed-columns.ts';

type Sealing = Pick<Services, 'db' | 'storage' | 'appSecret'>;
type Tell = (line: string) => void;
type Pass = Map<string, Resealed>;

/**
 * Seals again, with the current secret, everything that is sealed with another, and reports on each kind. It goes on
 * until a pass finds nothing to do, since a running process may use an earlier secret meanwhile. Returns how many values
 * no secret opens; those are unchanged. May be interrupted at any moment and run again, while the product runs.
 */
export async function rotateKey(services: Sealing, tell: Tell): Promise<number> {
  let pass = await passOnce(services, tell);
  while (foundWork(pass)) {
    tell('Looking again: a process that has an earlier secret may have written meanwhile.');
    pass = await passOnce(services, tell);
  }
  return tellUnopened(pass, tell);
}

async function passOnce(services: Sealing, tell: Tell): Promise<Pass> {
  const pass: Pass = new Map();
  const take = (name: string, done: Resealed) => {
    pass.set(name, done);
    const more = done.changed > 0 ? `, ${done.changed} changed meanwhile` : '';
    tell(`${name}: ${done.resealed} sealed again${more}`);
  };
  for (const column of sealedColumns) take(column.name, await resealColumn(services, column));
  take('files of proofs', await resealProofs(services));
  return pass;
}

function foundWork(pass: Pass): boolean {
  return [...pass.values()].some(({ resealed, changed }) => resealed + changed > 0);
}

function tellUnopened(pass: Pass, tell: Tell): number {
  const unopened = [...pass].flatMap(([name, done]) => done.unopened.map((id) => ({ name, id })));
  for (const { name, id } of unopened) tell(`${name}: no secret that is set opens ${id}; it is as it was`);
  return unopened.length;
}

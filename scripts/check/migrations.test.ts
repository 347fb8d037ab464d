import { expect, test } from 'vitest';
import { projectRoot } from '../setup/project.mjs';
import { faultsIn, findBreakingMigrations } from './migrations.mjs';

const names = ['0000_initial', '0001_colors', '0002_next'];
const faultsOf = (...statements: string[]) =>
  faultsIn('0002_next', statements.join('--> statement-breakpoint\n'), {
    names,
    added: { tables: new Set(['boats']), columns: new Set() },
  });

test('those of this project break no version that is out', () => {
  expect(findBreakingMigrations(projectRoot)).toEqual([]);
});

test.each([
  'DROP TABLE "letters";',
  'ALTER TABLE "letters" DROP COLUMN "color";',
  'ALTER TABLE "letters" RENAME COLUMN "color" TO "colour";',
  'ALTER TABLE "letters" ALTER COLUMN "color" SET DATA TYPE integer;',
  'ALTER TABLE "letters" ALTER COLUMN "color" SET NOT NULL;',
  'ALTER TABLE "letters" ALTER COLUMN "color" DROP DEFAULT;',
  'ALTER TABLE "letters" ADD COLUMN "color" text NOT NULL;',
  '-- Why not.\nALTER TABLE "letters" DROP CONSTRAINT "letters_color_unique";',
  'CREATE UNIQUE INDEX "letters_color" ON "letters" USING btree ("color");',
  'ALTER TABLE "letters" ADD CONSTRAINT "short" CHECK (length(color) < 9);',
])('the version that is out breaks by %s', (statement) => {
  expect(faultsOf(statement)).toHaveLength(1);
});

test.each([
  ['ALTER TABLE "letters" ADD COLUMN "color" text;'],
  ['ALTER TABLE "letters" ADD COLUMN "color" text DEFAULT \'red\' NOT NULL;'],
  ['CREATE TABLE "pens" ("id" uuid);', 'CREATE UNIQUE INDEX "pens_id" ON "pens" USING btree ("id");'],
  ['ALTER TABLE "boats" DROP COLUMN "color";'],
  [
    'ALTER TABLE "letters" ADD COLUMN "color" text;',
    'CREATE UNIQUE INDEX "c" ON "letters" USING btree ("color") WHERE "letters"."color" is not null;',
  ],
  ['-- contracts 0001_colors\nALTER TABLE "letters" DROP COLUMN "color";'],
])('it goes on with %s', (...statements) => {
  expect(faultsOf(...statements)).toEqual([]);
});

test('what is contracted was expanded before', () => {
  const drop = 'ALTER TABLE "letters" DROP COLUMN "color";';
  for (const since of ['0002_next', '0003_later', 'nothing'])
    expect(faultsOf(`-- contracts ${since}\n${drop}`)).toEqual([
      `contracts ${since}, which is no earlier migration`,
    ]);
});

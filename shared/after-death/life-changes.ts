import { z } from 'zod';
import { personName } from '../person-names.ts';
import { Id, isPlausibleBirthday, plainText, requiredLine } from '../values.ts';
import { LifeChangeKind, noteMaxCharacters, TrustedPersonParams } from './trusted-access.ts';

// What a trusted contact tells us of somebody's life, after a death.
//
//   POST   /api/trusted/:token/people/:id/changes             { kind, ... } 201; answers the person
//   DELETE /api/trusted/:token/people/:id/changes/:changeId   answers the person

/** What holds everything for that person back until it is lifted. The other kinds correct their record. */
export const holdingKinds = ['minor', 'pause', 'hold', 'died'] as const satisfies LifeChangeKind[];

/** For staff: what they should know. */
const note = plainText(noteMaxCharacters)
  .trim()
  // Half a character cannot be sealed.
  .overwrite((text) => text.toWellFormed())
  .nullish();

export const LifeChangeForm = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: LifeChangeKind.extract(['moved']),
      mailingAddress: requiredLine(500, 'Please enter the new address'),
      note,
    }),
    z.object({
      kind: LifeChangeKind.extract(['new_name']),
      firstName: personName(100, 'Please enter the new first name'),
      lastName: personName(100, 'Please enter the new last name'),
      note,
    }),
    z.object({
      kind: LifeChangeKind.extract(['minor']),
      /** Who of the same people should have a say in what comes to them, once staff confirm it, and when they were born. */
      guardianId: Id.nullish(),
      birthday: z.iso
        .date('Please enter a day, a month and a year')
        .refine(isPlausibleBirthday, 'Please enter a date of birth in the past')
        .nullish(),
      note,
    }),
    z.object({ kind: LifeChangeKind.extract(['pause', 'hold', 'died']), note }),
  ],
  'Please say what has changed',
);
export type LifeChangeForm = z.output<typeof LifeChangeForm>;

export const LifeChangeParams = TrustedPersonParams.extend({ changeId: Id });

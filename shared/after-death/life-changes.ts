import { z } from 'zod';
import { personName } from '../person-names.ts';
import { Id, isPlausibleBirthday, plainText, requiredLine } from '../values.ts';
import { LifeChangeKind, noteMaxCharacters, TrustedPersonParams } from './trusted-access.ts';

// What a trusted contact tells us about somebody's life after a death.
//
//   POST   /api/trusted/:token/people/:id/changes             { kind, ... } 201; returns the person
//   DELETE /api/trusted/:token/people/:id/changes/:changeId   returns the person

/** Changes that put everything for that person on hold until they are lifted. The other kinds correct their record. */
export const holdingKinds = ['minor', 'pause', 'hold', 'died'] as const satisfies LifeChangeKind[];

/** What staff should know. */
const note = plainText(noteMaxCharacters)
  .trim()
  // A lone surrogate cannot be sealed.
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
      /** The person in the address book who should have a say in what comes to them, once staff confirm it, and their date of birth. */
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

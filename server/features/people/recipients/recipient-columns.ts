import type { RecipientForm } from '../../../../shared/people/recipients.ts';
import type { ownedAgain, unchangedByOthers } from './recipient-rows.ts';
import type { RecipientRow } from './recipients.table.ts';

type OursAlone =
  | 'id'
  | 'userId'
  | 'version'
  | 'trustedContactToldAt'
  | 'heldSince'
  | 'diedAt'
  | 'declinedAt'
  | 'addressesCheckedAt'
  | keyof typeof ownedAgain
  | keyof typeof unchangedByOthers
  | 'createdAt'
  | 'updatedAt';

/** Fields that stay as they are if the form omits them. */
type LeftOut =
  | 'substituteId'
  | 'ownerRelationship'
  | 'knownBy'
  | 'birthday'
  | 'guardianId'
  | 'guardianUntilAge'
  | 'secondEmail'
  | 'tellMore';

type FormColumns = Omit<RecipientRow, OursAlone | LeftOut> & {
  [Column in LeftOut]: RecipientRow[Column] | undefined;
};

/** The return type makes a column that is forgotten here a type error. */
export function columnsOf(form: RecipientForm): FormColumns {
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    relationship: form.relationship,
    email: form.email || null,
    phone: form.phone || null,
    mailingAddress: form.mailingAddress || null,
    trustedContact: form.trustedContact,
    substituteId: form.substituteId,
    ownerRelationship: form.ownerRelationship,
    knownBy: form.knownBy,
    birthday: form.birthday,
    tellMore: form.tellMore,
    guardianId: form.guardianId,
    guardianUntilAge: form.guardianUntilAge,
    secondEmail: form.secondEmail,
  };
}

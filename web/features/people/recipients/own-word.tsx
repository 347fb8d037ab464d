import { type Control, useWatch } from 'react-hook-form';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { useField } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import type { RecipientValues } from './recipient-values.ts';

/** What the owner may be to somebody with this relationship to them. */
const suggestions: Readonly<Record<Recipient['relationship'], readonly string[]>> = {
  spouse: ['wife', 'husband', 'partner'],
  child: ['mother', 'father'],
  parent: ['daughter', 'son'],
  sibling: ['sister', 'brother'],
  friend: ['friend'],
  relative: ['grandmother', 'grandfather', 'aunt', 'uncle', 'cousin'],
  other: ['godmother', 'godfather', 'teacher', 'neighbor'],
};

/** The owner's word for themselves, shown above what they leave: "Your mother, Ruth, left this for you." */
export function OwnWord({ control }: { control: Control<RecipientValues> }) {
  const owner = useSessionUser();
  const [firstName, relationship] = useWatch({ control, name: ['firstName', 'relationship'] });
  const field = useField({ control, name: 'ownerRelationship' });
  const words = relationship === '' ? [] : suggestions[relationship];
  const word = field.value.trim();
  const line = word
    ? `Their page then says: “Your ${word}, ${owner.firstName}, left this for you.”`
    : `One word, such as mother or friend. Without it their page says: “${owner.firstName} left this for you.”`;
  return (
    <div className="grid gap-2">
      <TextField
        label={`What are you to ${firstName.trim() || 'them'}?`}
        autoComplete="off"
        maxLength={40}
        isOptional
        description={line}
        {...field}
      />
      {words.length > 0 && word === '' && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Suggestions</legend>
          {words.map((each) => (
            <Button key={each} variant="quiet" size="small" onPress={() => field.onChange(each)}>
              {each}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

import { useForm, useWatch } from 'react-hook-form';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { fieldsOf } from '../../../../lib/api/api-error.ts';
import { checkedBy } from '../../../../lib/check-form.ts';
import { showServerErrors, summaryOf } from '../../../../lib/forms.ts';
import { useUnsaved } from '../../../../lib/unsaved-changes.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormErrorSummary } from '../../../../ui/form-error-summary.tsx';
import { toast } from '../../../../ui/toast.ts';
import { PendingEmail } from './pending-email.tsx';
import { ProfileFields } from './profile-fields.tsx';
import type { ProfileValues } from './profile-values.ts';
import {
  checkProfile,
  isNewEmail,
  profileFieldNames,
  toProfileChanges,
  toProfileValues,
} from './profile-values.ts';
import { useSaveProfile } from './queries.ts';

export function ProfileForm({ profile }: { profile: User }) {
  const { mutateAsync: save } = useSaveProfile();
  const form = useForm<ProfileValues>({
    defaultValues: toProfileValues(profile),
    shouldFocusError: false,
    resolver: checkedBy((values) => checkProfile(values, profile)),
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);
  const email = useWatch({ control: form.control, name: 'email' });

  async function submit(values: ProfileValues) {
    try {
      const saved = await save(toProfileChanges(values, profile));
      form.reset(toProfileValues(saved));
      toast({ title: 'Profile updated successfully!' });
    } catch (error) {
      showServerErrors(fieldsOf(error), profileFieldNames, form.setError);
      toast({
        variant: 'destructive',
        title: 'Error updating profile',
        description: 'Failed to update profile',
      });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <FormErrorSummary {...summaryOf(form, profileFieldNames)} />
      {profile.pendingEmail && <PendingEmail email={profile.pendingEmail} />}
      <ProfileFields
        control={form.control}
        isChangingEmail={isNewEmail(email, profile.email)}
        needsCode={profile.twoFactorEnabled}
      />
      <Button
        type="submit"
        className="justify-self-start max-md:w-full"
        isPending={isSubmitting}
        pendingLabel="Saving"
      >
        Save changes
      </Button>
    </form>
  );
}

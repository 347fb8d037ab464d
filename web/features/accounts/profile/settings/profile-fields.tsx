import type { Control } from 'react-hook-form';
import { useField } from '../../../../lib/forms.ts';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { PhoneField } from '../../../../ui/phone-field.tsx';
import { DateField, EmailField, TextField } from '../../../../ui/text-field.tsx';
import { CodeField } from '../../auth/security/security.ts';
import { TimeZoneField } from '../time-zones/time-zones.tsx';
import type { ProfileValues } from './profile-values.ts';

interface ProfileFieldsProps {
  control: Control<ProfileValues>;
  isChangingEmail: boolean;
  /** Whether two-factor sign-in is on, so that a new email also needs a code. */
  needsCode: boolean;
}

export function ProfileFields({ control, isChangingEmail, needsCode }: ProfileFieldsProps) {
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          isRequired
          {...useField({ control, name: 'firstName' })}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          isRequired
          {...useField({ control, name: 'lastName' })}
        />
      </div>
      <EmailField
        isRequired
        description={
          isChangingEmail &&
          'We send a link to the new address. The change takes effect once you open it, and we send a message to your current address.'
        }
        {...useField({ control, name: 'email' })}
      />
      {isChangingEmail && <CurrentPassword control={control} />}
      {isChangingEmail && needsCode && <Code control={control} />}
      <PhoneField {...useField({ control, name: 'phone' })} />
      <TextField
        label="Address"
        autoComplete="street-address"
        isOptional
        {...useField({ control, name: 'address' })}
      />
      <DateField
        label="Date of birth"
        autoComplete="bday"
        max={new Date().toISOString().slice(0, 10)}
        className="md:max-w-64"
        {...useField({ control, name: 'dateOfBirth' })}
      />
      <TimeZoneField
        description="We show all times in this zone."
        {...useField({ control, name: 'timezone' })}
      />
    </>
  );
}

function Code({ control }: { control: Control<ProfileValues> }) {
  return <CodeField {...useField({ control, name: 'code' })} />;
}

function CurrentPassword({ control }: { control: Control<ProfileValues> }) {
  return (
    <PasswordField
      label="Current password"
      description="So that we know it is you who is changing the address."
      autoComplete="current-password"
      isRequired
      {...useField({ control, name: 'currentPassword' })}
    />
  );
}

export { ChangePassword } from './change-password.tsx';
export { CodeField, ConfirmationForm, useConfirmation } from './confirmation-form.tsx';
export { type ConfirmationValues, NeededCode } from './confirmation-values.ts';
export { SessionList, StaffViewList } from './session-list.tsx';
export { TwoFactor } from './two-factor.tsx';

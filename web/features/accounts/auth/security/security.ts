export { ChangePassword } from './change-password.tsx';
export { CodeField, ConfirmationForm } from './confirmation-form.tsx';
export { NeededCode } from './confirmation-values.ts';
export { SessionList, StaffViewList } from './session-list.tsx';
export { TwoFactor } from './two-factor.tsx';

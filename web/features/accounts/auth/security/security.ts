export { ChangePassword } from './change-password.tsx';
export { CodeField } from './code-field.tsx';
export { ConfirmationForm } from './confirmation-form.tsx';
export { NeededCode } from './confirmation-values.ts';
export { SessionList } from './session-list.tsx';
export { StaffViewList } from './staff-view-list.tsx';
export { TwoFactor } from './two-factor.tsx';

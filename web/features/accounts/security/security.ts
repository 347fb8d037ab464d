export { ChangePassword } from './change-password.tsx';
export { ConfirmationForm } from './confirmation-form.tsx';
export { SessionList } from './session-list.tsx';
export { TwoFactor } from './two-factor.tsx';

/** Mails whose link lets whoever reads them do something with an account. */
export const linkKinds = [
  'verify-email',
  'reset-password',
  'confirm-email',
  'confirm-second-email',
  'email-changed',
  'two-factor-on',
] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Mails that tell an owner what happened to the account. */
export const noticeKinds = [
  'password-changed',
  'two-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'new-device',
  'deletion-requested',
  'account-restored',
  'account-reopened',
  'export-ready',
  'payment-received',
  'payment-refunded',
  'sign-in-suspended',
  'sign-in-restored',
  'second-email-confirmed',
  'second-email-removed',
  'release-wishes-loosened',
  'stopping-code-made',
  'stopping-code-used',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Every kind of mail that goes through the outbox. Who writes it is listed in server/worker.ts. */
export const mailKinds = [
  ...linkKinds,
  ...noticeKinds,
  'trusted-contact',
  'memory-rejected',
  'delivered',
  'address-needed',
  'arrival-unknown',
  'delivery-failed',
  'recipient-readdressed',
  'staff-delivery-failed',
  'payer-receipt',
  'payer-refund',
  'arrears-paid',
  'arrears-owner',
  'arrears-contact',
  'gift-order-shipped',
  'gift-order-cancelled',
  'session-confirmed',
  'session-link',
  'session-moved',
  'session-cancelled',
  'therapy-request-answered',
  'item-received',
  'item-sent-back',
  'storage-request-answered',
  'death-report-code',
  'death-report-received',
  'death-report-asked',
  'death-report-objection',
  'death-report-verified',
  'death-report-rejected',
  'death-report-closed',
  'life-change-decided',
  'life-changes-ended',
  'staff-death-report',
  'trusted-contact-window',
  'trusted-contact-invited',
  'recipient-address-corrected',
  'address-book-corrected',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Kinds that go as a text message where there is a phone number in the place of an address. */
export const textKinds = [
  'death-report-asked',
  'death-report-objection',
  'trusted-contact-window',
  'trusted-contact-invited',
  'life-change-decided',
  'arrears-contact',
] as const satisfies readonly MailKind[];

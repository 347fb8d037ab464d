import { placeholderSupportEmail } from '../../../shared/pages.ts';
import { escapeHtml } from './escape-html.ts';
import type { Mailer } from './mail.ts';

/** Fills the address for help into mails, whose layout holds its placeholder. */
export function withSupportEmail(send: Mailer['send'], supportEmail: string): Mailer['send'] {
  const inHtml = escapeHtml(supportEmail);
  return (mail) =>
    send({
      ...mail,
      text: mail.text.replaceAll(placeholderSupportEmail, () => supportEmail),
      html: mail.html.replaceAll(placeholderSupportEmail, () => inHtml),
    });
}

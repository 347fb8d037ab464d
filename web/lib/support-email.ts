import { placeholderSupportEmail } from '../../shared/pages.ts';

/** Where people write for help. The server fills it into the document, so that pages know it without a request. */
export function supportEmail(): string {
  if (typeof document === 'undefined') return placeholderSupportEmail;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-email"]');
  return meta?.content ?? placeholderSupportEmail;
}

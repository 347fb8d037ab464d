import { placeholderSupportEmail } from '../../shared/pages.ts';

/** Whether anything can be bought here. Where it cannot, the server marks the document, so that pages say so without a request. */
export function isAnythingSold(): boolean {
  return document.documentElement.dataset['sales'] !== 'off';
}

/** The support address. The server writes it into the document, so that pages need no request for it. */
export function supportEmail(): string {
  if (typeof document === 'undefined') return placeholderSupportEmail;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-email"]');
  return meta?.content ?? placeholderSupportEmail;
}

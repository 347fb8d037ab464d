import { placeholderSupportEmail } from '../../shared/pages.ts';

/** Whether anything can be bought here. If not, the server marks the document, so that pages can say so without a request. */
export function isAnythingSold(): boolean {
  return document.documentElement.dataset['sales'] !== 'off';
}

/** The support address. The server writes it into the document, so that pages need no request for it. */
export function supportEmail(): string {
  return siteSetting('support-email', placeholderSupportEmail);
}

/** What the server has written into the document under this name; at build time, the `placeholder` that the server replaces. */
export function siteSetting(name: string, placeholder: string): string {
  if (typeof document === 'undefined') return placeholder;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? placeholder;
}

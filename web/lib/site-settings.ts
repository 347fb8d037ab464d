import { placeholderSupportEmail } from '../../shared/pages.ts';

/** Whether anything can be bought here. Where it cannot, the server marks the document, so that pages say so without a request. */
export function isAnythingSold(): boolean {
  return document.documentElement.dataset['sales'] !== 'off';
}

/** The support address. The server writes it into the document, so that pages need no request for it. */
export function supportEmail(): string {
  return siteSetting('support-email', placeholderSupportEmail);
}

/** What the server has written into the document under this name. At the build, `placeholder`, which it replaces in the prerendered pages. */
export function siteSetting(name: string, placeholder: string): string {
  if (typeof document === 'undefined') return placeholder;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? placeholder;
}

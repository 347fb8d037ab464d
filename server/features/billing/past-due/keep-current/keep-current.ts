export { applyArrearsPayment } from './apply-payment.ts';
export { keepCurrentUrl } from './links.ts';
export { openLinkIfDue, openLinks } from './open-links.ts';
export { settleLinks } from './settle-links.ts';

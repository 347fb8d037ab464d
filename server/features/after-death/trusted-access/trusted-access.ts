// What all routes share that stand behind the link of a trusted contact.

export { keepPrivate, trustedWrites } from './link-routes.ts';
export { readTrustedPerson } from './page.ts';
export { isAddressDisputed } from './people.ts';

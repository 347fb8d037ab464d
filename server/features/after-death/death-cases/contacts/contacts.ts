export { answerAsContact, findAnswer } from './answers.ts';
export { listCorrections, saveCorrections } from './corrections.ts';
export { renewTrustedLinks } from './invite.ts';
export {
  findContactAccess,
  findTrustedContact,
  requireTrustedContact,
  type TrustedContact,
  trustedLink,
} from './links.ts';
export { reachContact } from './told-contacts.mails.ts';

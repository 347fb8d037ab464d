// What other features may ask about trusted contacts, their links and their answers.

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

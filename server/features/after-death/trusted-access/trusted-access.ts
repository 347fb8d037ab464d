// What other features may ask of trusted contacts' links. Imports nothing of death-reports.ts, which calls it.

export { findTrustedContact, requireTrustedContact, type TrustedContact } from './access-rows.ts';

/** What other features may use of recipients, besides the queries. */
export { readRelationship, relationshipOptions } from './relationship-labels.ts';

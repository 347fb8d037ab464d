/** What other features may use to choose whom a memory is for, and to say that it is kept. */
export { BegunLine } from './begun/begun-line.tsx';
export { keptPath } from './confirmation/confirmation.ts';
export { validateMemory } from './memory-rules.ts';
export type { MemoryValues } from './memory-values.ts';
export { noValues } from './memory-values.ts';
export { useNewPerson } from './new-person.ts';
export { RecipientField } from './recipient-field.tsx';

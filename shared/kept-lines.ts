/** How we keep what people leave, in five lines: shown beside the sign-up and in the first mail. They claim no more than the page. */
export const keptLines = [
  'Every byte is kept as you sent it, and read again over the years.',
  'Our staff open a file only for a reason, and you are told.',
  'A death is confirmed by people, with proof, and you have at least a day to stop it.',
  'If you stop paying, deliveries wait. Nothing is deleted.',
  'You can take everything with you, any day.',
] as const;

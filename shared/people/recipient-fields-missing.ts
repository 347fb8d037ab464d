// Without schemas, since the page on which a memory is left shows it and should not load zod for that.

export const recipientFieldsMissing = {
  title: 'Validation Error',
  message: 'Please fill in all required fields (First Name, Last Name, and Relationship)',
} as const;

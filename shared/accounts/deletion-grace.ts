/** How long an account whose owner has asked for its deletion can still be restored. */
export const deletionGraceDays = 14;

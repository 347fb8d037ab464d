// What other features may ask of an owner's wishes.

export { findWishes } from './read-wishes.ts';

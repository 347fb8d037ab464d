/** A seeded generator of numbers in [0, 1): the same on every run, so that the demo's files never change. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Multiplier and increment of Knuth's 32-bit linear congruential generator; the high bits are the most random.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

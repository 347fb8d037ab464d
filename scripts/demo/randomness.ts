/** Numbers in [0, 1) that look random and are the same on every run, so that the demo's files never differ. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // The multiplier and increment of Knuth's 32-bit linear congruential generator; the high bits are the good ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/**
 * What the pages describe and the product does not do yet. Whoever builds a part takes it out here, and out of the places
 * that a search for “still being built” finds.
 */
export const beingBuilt = (
  <div id="being-built">
    <ul>
      <li>Bringing gifts from the store.</li>
    </ul>
  </div>
);

/**
 * What the pages describe and the product does not do yet. Whoever builds a part takes it out here, and out of the places
 * that a search for “still being built” finds.
 */
export const beingBuilt = (
  <div id="being-built">
    <ul>
      <li>Sending things by post, and storing physical items.</li>
      <li>Sessions with a counselor.</li>
      <li>Payment. Until it is here nothing is charged, and no plan lapses.</li>
    </ul>
  </div>
);

/** How many versions of a draft a request may name. */
export const maxDraftVersions = 20;

/** Takes the place of a version if there is no draft. */
export const noDraftVersion = 'none';

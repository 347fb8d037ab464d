/** How many versions of a draft a request may name. */
export const maxDraftVersions = 20;

/** Stands for the version of a draft that is not there. */
export const noDraftVersion = 'none';

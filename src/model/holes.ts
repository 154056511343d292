/** What of a resource the source does not fix: `{dynamic}`, `{param:name}`, `{env:HOME}`. */
export const HOLE = /\{[a-z][\w-]*(?::[^{}]*)?\}/gu;

export const hasHole = (resource: string): boolean => resource.search(HOLE) !== -1;

/** Whether a resource is one parameter, passed on unchanged: then an argument gate can hold it. */
export const isParameter = (resource: string): boolean => /^\{param:[^{}]*\}$/u.test(resource);

/**
 * Packages without effects whose functions hand on what they are given, to other functions and as results: collections, copies, composition, results,
 * promises, caches and streams. What the other ones make of something, such as a parser or a component, is data.
 */
export const HANDING_BACK: ReadonlySet<string> = new Set(
  `
lodash lodash-es underscore ramda rambda remeda radash radashi es-toolkit fp-ts iter-tools iterare immutable
array-flatten arrify just-clone just-extend just-pick just-omit object-assign object.assign object.values object.entries object.fromentries object.pick object.omit
clone clone-deep klona rfdc fast-copy deepmerge deepmerge-ts merge merge-deep merge-options merge-anything merge-descriptors defu immer
neverthrow purify-ts true-myth oxide.ts option-t ts-results ts-results-es await-to-js ts-pattern
typescript-result better-result errore @swan-io/boxed @praha/byethrow @mobily/ts-belt
p-all p-any p-cancelable p-debounce p-defer p-each-series p-filter p-finally p-limit p-locate p-map p-map-series p-pipe p-queue p-reduce p-reflect p-retry
p-series p-settle p-some p-throttle p-timeout p-transform p-try p-wait-for async async-each async-lock async-mutex async-retry async-sema await-lock bluebird bottleneck promise-limit
promise-map-series promise-queue promise-retry promise-timeout promise.try retry retry-as-promised
quick-lru lru.min lru_map mem memoize memoize-one memoizee fast-memoize
rxjs
`
    .split(/\s+/u)
    .filter(Boolean),
);

/** What is composed with these is followed by what its own functions hand back. */
const COMPOSING = new Set(["effect"]);

/** Packages of one function of such a package each. */
const FAMILIES = /^lodash\./u;

const nameOf = (root: string): string => (root.startsWith("pkg:") ? root.slice(4) : "");

/** Whether the functions of a package hand back what they are given. */
export const handsBack = (root: string): boolean => HANDING_BACK.has(nameOf(root)) || FAMILIES.test(nameOf(root));

/** Whether they hand it to the functions that they are given. */
export const handsOn = (root: string): boolean => handsBack(root) || COMPOSING.has(nameOf(root));

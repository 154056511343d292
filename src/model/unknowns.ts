/** Why the analysis stops, with what that means for a reader. `unknown.package:NAME` carries the package. */
export const UNKNOWNS: Readonly<Record<string, string>> = {
  "unknown.abstract": "an abstract method whose implementer is not in this repository",
  "unknown.asset": "a file that is loaded but is not source code",
  "unknown.budget": "too much code or too deep to follow within bounds",
  "unknown.call": "a function whose definition cannot be found",
  "unknown.executor": "the executor itself cannot be found",
  "unknown.import": "a module whose name is computed",
  "unknown.module": "a module that cannot be found",
  "unknown.outside": "a module outside the repository",
  "unknown.package": "a package that is neither modelled nor summarised",
  "unknown.parameter": "a function that comes from outside",
  "unknown.parse": "a file that cannot be parsed",
  "unknown.proxy": "a proxy whose traps decide at run time",
  "unknown.registration": "a registration that is not understood",
  "unknown.require": "a module whose name is computed",
  "unknown.type": "a value of a type that is not in this repository",
};

/** Whether a policy that accepts some unknowns accepts this one: itself, or all of its kind. */
export const isAccepted = (reason: string, accepted: readonly string[]): boolean =>
  accepted.some((one) => reason === one || (!one.includes(":") && (reason.startsWith(`${one}:`) || reason.startsWith(`${one}.`))));

/**
 * Whether an identity (`<package>/<server>.<name>`) is that of a tool exposed under a name. A name may hold dots, so what
 * stands before it must be a package and a server, and no piece of another name; a server with a dot must be said (`server`).
 */
export const isNamed = (id: string, name: string): boolean =>
  id === name || (id.endsWith(`.${name}`) && /^(?:.*\/)?[^./]+$/su.test(id.slice(0, -name.length - 1)));

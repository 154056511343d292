/** A server's name up to the dot that ends it: tool `c` of `a.b` is not tool `b.c` of `a`. */
const escaped = (server: string): string => server.replaceAll("%", "%25").replaceAll(".", "%2E");

/** The identity of a tool: `<package>/<server or framework>.<name>`. */
export const identityOf = (owner: string, server: string, name: string): string => `${owner}/${escaped(server)}.${name}`;

/** The part of an identity that its server's tools share. */
export function serverIn(id: string): string {
  const ownersEnd = id.indexOf("/", id.startsWith("@") ? id.indexOf("/") + 1 : 0);
  const end = id.indexOf(".", ownersEnd + 1);
  return end === -1 ? id : id.slice(0, end);
}

/** Tools by the part of their identities that names their server, in order. */
export function byServer<T>(tools: Readonly<Record<string, T>>): ReadonlyMap<string, Readonly<Record<string, T>>> {
  const out = new Map<string, Record<string, T>>();
  for (const id of Object.keys(tools).sort()) {
    const server = serverIn(id);
    const own = out.get(server) ?? {};
    own[id] = tools[id] as T;
    out.set(server, own);
  }
  return out;
}

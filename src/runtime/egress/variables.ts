/** What stands for the proxy's port where it is known inside alone. */
export const PORT = "{port}";

/**
 * The variables by which programs find their proxy.
 *
 * @param preload the program that is put in front of Node programs.
 * @param reachesLoopback whether some port of the host's loopback is granted: names of hosts have no ports, so all of them go to the proxy.
 */
export function proxyVariables(port: string, preload: string, reachesLoopback: boolean): Record<string, string> {
  const inside = reachesLoopback ? "" : "localhost,127.0.0.1,::1";
  const each = (names: readonly string[], value: string): [string, string][] => names.map((name) => [name, value]);
  return Object.fromEntries([
    ...each(["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"], `http://127.0.0.1:${port}`),
    ...each(["all_proxy", "ALL_PROXY"], `socks5h://127.0.0.1:${port}`),
    ...each(["no_proxy", "NO_PROXY"], inside),
    ...each(["TOOLFENCE_PROXY"], port),
    ...each(["NODE_OPTIONS"], `--require=${preload}`),
  ]);
}

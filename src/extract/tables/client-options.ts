const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter(Boolean));

/** Under which options a client is given what its requests go through, are signed by, or are looked at by. */
export const RUN_BY_REQUESTS = names(`
  fetch customFetch customFetchApi fetchApi link requestInterceptor responseInterceptor generateRequestId retryStrategy reconnectStrategy
`);
/** Under which it may be given that, or mere data: what is written as a function, or imported, may be no data. */
export const MAY_BE_RUN = names(`
  fetcher adapter httpClient requestHandler credentials credentialProvider credentialDefaultProvider credential tokenProvider azureADTokenProvider
  getToken getAccessToken accessToken token authToken apiKey password headers beforeRequest afterResponse onRequest onResponse clientAssertion
  getTypeParser dispatch
`);

/** Options that hold such ones: `createClient({ socket: { reconnectStrategy } })`. */
export const HOLD_MORE = names("global request socket auth log types fetchOptions options config clientConfig clientOptions");

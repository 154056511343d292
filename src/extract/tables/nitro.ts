/** What Nuxt and Nitro provide by name in every module of a server: what defines something hands it back. */
export const nitro: Readonly<Record<string, string>> = {
  "defineMcpTool defineMcpPrompt defineMcpResource defineEventHandler eventHandler defineLazyEventHandler defineCachedFunction cachedFunction defineCachedEventHandler cachedEventHandler defineNitroPlugin defineNuxtPlugin defineTask":
    "->0",
  "$fetch $fetch.raw": "!fetch",
  "createError useRuntimeConfig useAppConfig getQuery getHeader getHeaders getRequestHeader getRequestHeaders getRequestURL getRouterParam getRouterParams getCookie setCookie setHeader setHeaders setResponseHeader setResponseStatus readBody readValidatedBody getValidatedQuery sendRedirect useEvent":
    "pure",
};

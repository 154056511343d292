import type { Table } from "./format.ts";
import { expandRows } from "./format.ts";

/** What Nuxt and Nitro provide by name in every module of a server: what defines something hands it back. */
export const nitro: Table = {
  rest: "unlisted",
  isStrict: true,
  rows: {
    "defineMcpTool defineMcpPrompt defineMcpResource": "->0",
    "defineCachedFunction cachedFunction": "pure",
    "$fetch $fetch.raw $fetch.native": "!fetch",
    "createError useRuntimeConfig useAppConfig getQuery getHeader getHeaders getRequestHeader getRequestHeaders getRequestURL getRouterParam getRouterParams getCookie setCookie setHeader setHeaders setResponseHeader setResponseStatus readBody readValidatedBody getValidatedQuery sendRedirect":
      "pure",
  },
};

const names = expandRows(nitro.rows);

/** Whether it is one of these. */
export const isOfNitro = (name: string): boolean => names.has(name);

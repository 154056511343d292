import type { CallShape } from "./format.ts";

/** Tools that packages of LangChain's have ready, a line each: the class, the name that a model sees, and what it does. */
const ROWS = `
TavilySearchResults | tavily_search_results_json | net.connect=api.tavily.com:443
TavilySearch | tavily_search | net.connect=api.tavily.com:443
TavilyExtract | tavily_extract | net.connect=api.tavily.com:443
TavilyCrawl | tavily_crawl | net.connect=api.tavily.com:443
TavilyMap | tavily_map | net.connect=api.tavily.com:443
ExaSearchResults | exa_search_results_json | net.connect=api.exa.ai:443
SerpAPI | search | net.connect=serpapi.com:443
SearchApi | search | net.connect=www.searchapi.io:443
Serper | search | net.connect=google.serper.dev:443
BraveSearch | brave-search | net.connect=api.search.brave.com:443
DuckDuckGoSearch | duckduckgo-search | net.connect
SearxngSearch | searxng-search | net.connect
GoogleCustomSearch | google-custom-search | net.connect=www.googleapis.com:443
WikipediaQueryRun | wikipedia-api | net.connect
WolframAlphaTool | wolfram_alpha | net.connect=www.wolframalpha.com:443
StackExchangeAPI | stackexchange | net.connect=api.stackexchange.com:443
WebBrowser | web-browser | net.connect
RequestsGetTool | requests_get | net.connect
RequestsPostTool | requests_post | net.connect
ReadFileTool | read_file | fs.read
WriteFileTool | write_file | fs.write
Calculator | calculator | pure
`;

const PACKAGES = ["@langchain/community", "@langchain/tavily", "@langchain/exa", "langchain"];

/** Making an instance of such a class declares its tool. */
export const prebuiltShapes: readonly CallShape[] = ROWS.split("\n")
  .filter(Boolean)
  .map((line) => {
    const [callee = "", name = "", does = ""] = line.split(" | ");
    return { framework: "langchain", packages: PACKAGES, callee, name: `=${name}`, exec: [], does };
  });

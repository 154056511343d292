import { probe } from "../../src/runtime/sandbox/backend.ts";

const backend = await probe("bubblewrap");

/** Why confined runs cannot be tested here; undefined where they can. Said aloud, and an error where they are required. */
export const noSandbox = "reason" in backend ? backend.reason : undefined;
if (noSandbox !== undefined) {
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`sandbox tests are required here, but ${noSandbox}`);
  console.warn(`skipped: confined runs, because ${noSandbox}`);
}

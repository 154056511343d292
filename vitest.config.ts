import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // What a test sees is what the code gives now.
    env: { TOOLFENCE_CACHE: "off" },
    // One test file beside another on two cores: by default one of them would be kept free.
    maxWorkers: "100%",
    testTimeout: 120_000,
    hookTimeout: 300_000,
    reporters: process.env["CI"] ? ["default"] : ["default"],
    coverage: { provider: "v8", include: ["src/**", "rules/**"] },
  },
});

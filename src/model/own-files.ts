/** Files in which a package says what its tools may do. Whoever writes one of them decides that. */
export const MANIFEST_FILE = "toolfence.manifest.json";
export const APPROVALS_FILE = "toolfence.approvals.jsonl";
export const BASELINE_FILE = "toolfence.baseline.json";
export const PACKAGES_FILE = "toolfence.packages.json";
/** One of each is read; two are an error. */
export const CONFIG_FILES = ["toolfence.json", "toolfence.yaml", "toolfence.yml"] as const;
export const POLICY_FILES = ["toolfence.policy.json", "toolfence.policy.yaml", "toolfence.policy.yml"] as const;

export const OWN_FILES = [MANIFEST_FILE, APPROVALS_FILE, BASELINE_FILE, PACKAGES_FILE, ...CONFIG_FILES, ...POLICY_FILES] as const;

/** What can hold a command here, the first unless another is asked for. */
export const BACKENDS = ["bubblewrap", "landlock", "firejail"] as const;
export type BackendName = (typeof BACKENDS)[number];

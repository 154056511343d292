/**
 * Paths that no tool touches, whatever its policy grants, until the operator writes a path rule.
 * Matched without regard to case. `/**` stands for any folder, also below the symbolic roots.
 */
export const DENIED_PATHS = [
  "/etc/{shadow,passwd,sudoers,gshadow,master.passwd}{,-}",
  "/etc/sudoers.d/**",
  "/etc/ssh/ssh_host_*",
  "/**/.env",
  "/**/.env.*",
  "/**/.envrc",
  "/**/credentials",
  "/**/credentials.*",
  "/**/secrets",
  "/**/secrets.*",
  "/**/*.{pem,key,p12,pfx}",
  "/**/id_{rsa,dsa,ecdsa,ed25519}",
  "/**/.{ssh,aws,azure,gnupg,kube}",
  "/**/.{ssh,aws,azure,gnupg,kube}/**",
  "/**/.config/gcloud",
  "/**/.config/gcloud/**",
  "/**/.docker/config.json",
  "/**/.{netrc,npmrc,pypirc,pgpass,git-credentials}",
  "/proc/{self,thread-self,[0-9]*}/**",
  "/proc/{kcore,kmem,keys}",
  "/dev/{mem,kmem,port}",
  "/dev/{sd,hd,vd,xvd,nvme,mmcblk,disk,loop,dm-}*",
  "/{var/,}run/{docker,containerd/containerd,crio/crio,podman/podman}.sock",
] as const;

/** Kinds of commands that no tool runs, whatever its policy grants, until the operator writes a command rule. */
export const DENIED_COMMAND_KINDS = [
  "rm -rf /",
  "find / -delete",
  "mkfs",
  "dd of=/dev/…",
  "shutdown",
  "init 0",
  "chmod 777",
  "curl | sh",
  "nc -e",
  "history -c",
  ":(){ :|:& };:",
] as const;
export type DeniedCommandKind = (typeof DENIED_COMMAND_KINDS)[number];

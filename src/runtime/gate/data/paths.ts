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

/** Devices that every program writes to, and that hold nothing. */
export const HARMLESS_DEVICES: ReadonlySet<string> = new Set(
  ["null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr"].map((name) => `/dev/${name}`),
);

/** Templates that are committed on purpose, and only look like secrets. */
export const EXAMPLES = ["/**/.env.{example,sample,template,dist,defaults,schema}"] as const;

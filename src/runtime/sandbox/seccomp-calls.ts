/** System calls that nothing inside a sandbox needs, with their numbers. Source: the kernel's tables for the two machines. */
export const DENIED_CALLS: Readonly<Record<string, { readonly x64?: number; readonly arm64?: number }>> = {
  // Another queue that opens files and sockets, past every filter on calls.
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  // Namespaces and mounts: what the sandbox itself is made of.
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: { x64: 428, arm64: 428 },
  open_tree_attr: { x64: 467, arm64: 467 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  name_to_handle_at: { x64: 303, arm64: 264 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  fanotify_init: { x64: 300, arm64: 262 },
  // Keys that belong to the user, not to the sandbox.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Other processes' memory and files.
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  kcmp: { x64: 312, arm64: 272 },
  // Much used to break kernels, little else.
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  userfaultfd: { x64: 323, arm64: 282 },
  migrate_pages: { x64: 256, arm64: 238 },
  move_pages: { x64: 279, arm64: 239 },
  // Memory, messages and semaphores that are named outside the file system.
  shmget: { x64: 29, arm64: 194 },
  shmat: { x64: 30, arm64: 196 },
  shmctl: { x64: 31, arm64: 195 },
  semget: { x64: 64, arm64: 190 },
  semop: { x64: 65, arm64: 193 },
  semctl: { x64: 66, arm64: 191 },
  semtimedop: { x64: 220, arm64: 192 },
  msgget: { x64: 68, arm64: 186 },
  msgsnd: { x64: 69, arm64: 189 },
  msgrcv: { x64: 70, arm64: 188 },
  msgctl: { x64: 71, arm64: 187 },
  mq_open: { x64: 240, arm64: 180 },
  mq_unlink: { x64: 241, arm64: 181 },
  // The machine itself.
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  reboot: { x64: 169, arm64: 142 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  syslog: { x64: 103, arm64: 116 },
  iopl: { x64: 172 },
  ioperm: { x64: 173 },
};

/** Calls that are judged by an argument. */
export const JUDGED_CALLS = {
  socket: { x64: 41, arm64: 198 },
  socketpair: { x64: 53, arm64: 199 },
  ioctl: { x64: 16, arm64: 29 },
  clone: { x64: 56, arm64: 220 },
  clone3: { x64: 435, arm64: 435 },
} as const;

/** Where another process connects: its call, what waits to be connected to, and what can connect by the way (with the argument that has its flags). */
export const OUTWARD_CALLS = {
  connect: { x64: 42, arm64: 203 },
  setsockopt: { x64: 54, arm64: 208 },
  listening: { listen: { x64: 50, arm64: 201 }, accept: { x64: 43, arm64: 202 }, accept4: { x64: 288, arm64: 242 } },
  sending: {
    sendto: { x64: 44, arm64: 206, flags: 3 },
    sendmsg: { x64: 46, arm64: 211, flags: 2 },
    sendmmsg: { x64: 307, arm64: 269, flags: 3 },
  },
} as const;

/**
 * Options of sockets that are let through there: buffers, keeping alive, delays and times. Others choose a network device, join groups,
 * write into the headers of packets or hand back what somebody else has sent on the socket.
 */
export const PLAIN_SOCKET_OPTIONS: readonly { readonly level: number; readonly names: readonly number[] }[] = [
  // SOL_SOCKET: reuse of addresses and ports, broadcast, buffers, keep-alive, out-of-band data, lingering, time-outs.
  { level: 1, names: [2, 6, 7, 8, 9, 10, 13, 15, 20, 21, 66, 67] },
  // IP: type of service.
  { level: 0, names: [1] },
  // TCP: no delay, keep-alive, quick acknowledgements, time-out, unsent low-water mark.
  { level: 6, names: [1, 4, 5, 6, 12, 18, 25] },
];

/** Where there are no namespaces around: what reaches past Landlock, which holds the contents of files and says nothing of these. */
export const ALONE_CALLS = {
  /** Modes, owners, times and attributes: an open descriptor does for them, however little it may do else. */
  denied: {
    chmod: { x64: 90 },
    fchmod: { x64: 91, arm64: 52 },
    fchmodat: { x64: 268, arm64: 53 },
    fchmodat2: { x64: 452, arm64: 452 },
    chown: { x64: 92 },
    fchown: { x64: 93, arm64: 55 },
    lchown: { x64: 94 },
    fchownat: { x64: 260, arm64: 54 },
    utime: { x64: 132 },
    utimes: { x64: 235 },
    futimesat: { x64: 261 },
    utimensat: { x64: 280, arm64: 88 },
    setxattr: { x64: 188, arm64: 5 },
    lsetxattr: { x64: 189, arm64: 6 },
    fsetxattr: { x64: 190, arm64: 7 },
    removexattr: { x64: 197, arm64: 14 },
    lremovexattr: { x64: 198, arm64: 15 },
    fremovexattr: { x64: 199, arm64: 16 },
    setxattrat: { x64: 463, arm64: 463 },
    removexattrat: { x64: 466, arm64: 466 },
    file_setattr: { x64: 469, arm64: 469 },
    // Tells the names in a folder that cannot be listed, as they come and go.
    inotify_add_watch: { x64: 254, arm64: 27 },
  },
  /** Programs take these for a file system without attributes. */
  absent: {
    getxattr: { x64: 191, arm64: 8 },
    lgetxattr: { x64: 192, arm64: 9 },
    listxattr: { x64: 194, arm64: 11 },
    llistxattr: { x64: 195, arm64: 12 },
    getxattrat: { x64: 464, arm64: 464 },
    listxattrat: { x64: 465, arm64: 465 },
    file_getattr: { x64: 468, arm64: 468 },
  },
  /** Of another process, or of all of a user: allowed where each argument has the value that means the caller alone. */
  ofAnother: {
    prlimit64: { x64: 302, arm64: 261, own: [[0, 0]] },
    setpriority: {
      x64: 141,
      arm64: 140,
      own: [
        [0, 0],
        [1, 0],
      ],
    },
    ioprio_set: {
      x64: 251,
      arm64: 30,
      own: [
        [0, 1],
        [1, 0],
      ],
    },
    sched_setparam: { x64: 142, arm64: 118, own: [[0, 0]] },
    sched_setscheduler: { x64: 144, arm64: 119, own: [[0, 0]] },
    sched_setaffinity: { x64: 203, arm64: 122, own: [[0, 0]] },
    sched_setattr: { x64: 314, arm64: 274, own: [[0, 0]] },
  },
  /** Opened for neither reading nor writing (3), a file passes Landlock. The argument is the one with the flags. */
  open: {
    open: { x64: 2, flags: 1 },
    openat: { x64: 257, arm64: 56, flags: 2 },
  },
  /** Its flags lie in memory, where a filter cannot look: programs fall back on `openat`. */
  openat2: { x64: 437, arm64: 437 },
} as const;

/**
 * Requests of `ioctl` that are let through: those of terminals and of any file (`T`), of sockets, and copies between
 * files that are open. Others set flags of a file, whatever it is open for.
 */
export const PLAIN_REQUESTS = { kind: 0xff00, kinds: [0x5400, 0x8900], single: [0x4004_9409, 0x4020_940d] } as const;

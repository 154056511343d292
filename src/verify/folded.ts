/**
 * Changes that have names of their own elsewhere, and here are told as part of another finding, with what is newly allowed as
 * its example: one change is one finding.
 */
export const FOLDED: Readonly<Record<string, readonly string[]>> = {
  "tool.fs.mode.widened": ["tool.fs.read.widened", "tool.fs.write.widened"],
  "tool.fs.deny.removed": ["tool.fs.read.widened", "tool.fs.write.widened"],
  "tool.fs.root.changed": ["tool.fs.read.incomparable", "tool.fs.write.incomparable"],
  "tool.fs.create.widened": ["tool.fs.write.create.widened"],
  "tool.fs.delete.widened": ["tool.fs.write.delete.widened"],
  "tool.net.mode.widened": ["tool.net.connect.widened"],
  "tool.net.hosts.widened": ["tool.net.connect.widened"],
  "tool.net.ports.widened": ["tool.net.connect.widened"],
  "tool.net.schemes.widened": ["tool.net.connect.widened"],
  "tool.net.private.enabled": ["tool.net.connect.widened"],
  "tool.net.dns.widened": ["tool.net.resolve.widened"],
  "tool.env.inject.widened": ["tool.env.write.widened"],
  "tool.exec.commands.widened": ["tool.exec.widened"],
  "tool.exec.args.widened": ["tool.exec.widened"],
  "tool.exec.interpreter.added": ["tool.exec.widened"],
  "tool.exec.shell.enabled": ["tool.exec.widened"],
  "tool.exec.path.unpinned": ["tool.exec.incomparable"],
  "tool.exec.cwd.widened": ["tool.exec.widened"],
  "tool.sandbox.weakened": ["tool.isolation.weakened"],
  "tool.sandbox.disabled": ["tool.isolation.weakened"],
  "tool.limit.cpu.raised": ["tool.limit.time.raised"],
  "tool.extracted.undeclared": ["tool.undeclared"],
  "tool.analysis.unresolved.added": ["tool.analysis.degraded"],
  "tool.enforcement.weakened": ["gate.runtime.weakened"],
  "manifest.enforcement.weakened": ["gate.runtime.weakened"],
};

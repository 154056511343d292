import type { TypeMember } from "../../ir.ts";
import type { Machine } from "../machine.ts";
import { answering } from "../elsewhere/aside.ts";
import { chain } from "../meaning/inheritance.ts";
import type { ClsAtom } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";

/** How many files are searched, and how many classes may fit before the answer says nothing. */
const MAX_FILES = 40;
const MAX_CLASSES = 8;
/** A name of so many letters is hardly met twice by accident; `get` and `set` are. */
const TELLING = 8;

/**
 * Classes that fit an interface without saying so: they have every method that it asks for. Few
 * and short methods fit too much, so that there must be more, or a class of the interface's name;
 * and their package must know the interface's.
 *
 * @param asker the file that names the interface.
 */
export function structuralImplementers(
  x: Machine,
  file: string,
  name: string,
  members: readonly TypeMember[],
  asker: string,
): readonly ClsAtom[] {
  const wanted = members.filter(([, type, optional]) => type.k === "fn" && optional !== true).map(([member]) => member);
  const rarest = [...wanted].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
  if (rarest === undefined) return [];
  const isTelling = wanted.length > 2 || (wanted.length === 2 && rarest.length >= TELLING);
  const owner = x.world.owner(file);
  const knows = (one: string): boolean => owner === undefined || x.world.owner(one) === owner || x.world.depends(one, owner);
  const files = answering(asker, x.world.declaring(rarest).filter(knows));
  if (files.length > MAX_FILES) return [];
  const found: ClsAtom[] = [];
  for (const one of files) {
    const mod = x.glance(one);
    mod?.sum.classes.forEach((cls, c) => {
      if (cls.abstract || (!isTelling && !isNamesake(cls.n, name))) return;
      if (!cls.m.some((member) => member.n === rarest)) return;
      const atom = x.in.atom({ k: "cls", mod, c, up: x.top(mod) });
      const has = methodNames(x, atom);
      if (wanted.every((member) => has.has(member))) found.push(atom);
    });
  }
  if (found.length > MAX_CLASSES) return [];
  // Only what has one is taken to be loaded: what others assign is nobody's then.
  for (const { mod } of found) x.module(mod.file);
  return found;
}

/** `ILogger` and `LoggerInterface` are `Logger`, and so are `FileLogger` and `LoggerImpl`. */
const isNamesake = (cls: string, name: string): boolean => {
  const plain = name.replace(/^I(?=[A-Z])|(?:Interface|Like|Type)$/gu, "");
  return plain.length > 3 && cls.includes(plain);
};

function methodNames(x: Machine, cls: ClsAtom): Set<string> {
  const names = new Set<string>();
  for (const level of chain(x, cls))
    if (level.k === "cls") for (const member of classOf(level).m) if (!member.static && member.kind !== "set") names.add(member.n);
  return names;
}

/** One step of a call path: where it stands, and what is called or read there. */
export interface EvidenceStep {
  readonly file: string;
  readonly line: number;
  /** Zero-based. */
  readonly column: number;
  readonly what: string;
}

/** One use of a capability on a resource, with the shortest call path to it. */
export interface Effect {
  readonly capability: string;
  readonly resource: string;
  /** HTTP methods of a request, upper case and sorted; `*` where the source does not say. */
  readonly methods?: readonly string[];
  readonly provenance: string;
  readonly path: readonly EvidenceStep[];
}

/** Something that the analysis could not see through, with the place where it stopped. */
export interface Unknown {
  readonly reason: string;
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly path: readonly EvidenceStep[];
}

/** All that a tool may do. */
export interface Facts {
  readonly effects: readonly Effect[];
  readonly unknowns: readonly Unknown[];
}

/** A part of a bill that a manifest names. */
export interface ExpectedPart {
  name: string;
  /** As the manifest has it, with its folders. */
  path: string;
  /** Rows below the header; null where the manifest does not say. */
  rows: number | null;
}

/** An export as its manifest describes it. */
export interface Manifest {
  /** The id of the delivery at the provider; null where the manifest does not say. */
  id: string | null;
  parts: ExpectedPart[];
}

/** Bytes of a manifest, which names files and no costs. */
export const LARGEST_MANIFEST = 10_000_000;

/** Whether a file of this name lists the parts of an export: `manifest.json` of Azure, `…-Manifest.json` of AWS. */
export const isManifest = (name: string): boolean => /(?:^|[/\\_-])manifest\.json$/i.test(name);

/** A part's name without its folders, and without the ending of a packed file: people unpack parts before they send them. */
export const partName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? name).replace(/\.(?:gz|zip)$/i, '').toLowerCase();

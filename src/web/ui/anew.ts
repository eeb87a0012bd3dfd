/** One import() of the source, as far as it has come. */
interface Site {
  came: Promise<unknown> | null;
  /** The address of what did not come; null: nothing failed, or the browser gives no address. */
  missing: string | null;
  attempts: number;
}

const sites = new Map<string, Site>();

/** The address in what a browser says of code that did not come. Safari gives none, and requests it again by itself. */
function addressIn(error: unknown): string | null {
  const [address] = /https?:\/\/\S+$/.exec(error instanceof Error ? error.message.trim() : '') ?? [];
  return address !== undefined && new URL(address).origin === window.location.origin ? address : null;
}

/**
 * Fetches code at each request until it has come. By the standard a browser never requests again a module that
 * did not come, as long as the page is open; under another address it does. The build puts this around every `import()`.
 * @param name of the place in the source
 */
export async function anew<Code>(name: string, load: () => Promise<Code>): Promise<Code> {
  const site = sites.get(name) ?? { came: null, missing: null, attempts: 0 };
  sites.set(name, site);
  site.came ??= fetchAt(site, load);
  return site.came as Promise<Code>;
}

async function fetchAt<Code>(site: Site, load: () => Promise<Code>): Promise<Code> {
  try {
    if (site.missing === null) return await load();
    site.attempts += 1;
    return (await import(/* @vite-ignore */ `${site.missing}?again=${site.attempts}`)) as Code;
  } catch (error) {
    site.came = null;
    site.missing ??= addressIn(error);
    throw error;
  }
}

// Sets light or dark before the first paint, so that nobody in the dark sees a white flash, and whether somebody seems
// to be signed in, so that the first paint is the frame of what follows. For such a person it has the files of the screen
// at this address fetched beside the scripts of the start page, not after these have run.
(() => {
  const kept = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be switched off; then the system's choice counts.
      return null;
    }
  };
  const chosen = kept('skyledger.color-scheme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  if (!kept('skyledger.session') || !location.pathname.startsWith('/auth')) return;
  document.documentElement.setAttribute('data-returning', '');
  const ahead = document.querySelector('meta[name=ahead]')?.getAttribute('content');
  if (!ahead) return;
  const rows = /** @type {[address: string, ...files: string[]][]} */ (JSON.parse(ahead));
  const wanted = rows.flatMap(([address, ...files]) =>
    new RegExp(address).test(location.pathname) ? files : [],
  );
  for (const href of new Set(wanted)) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    link.as = isStyle ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
})();

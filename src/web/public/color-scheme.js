// Sets light or dark before the first paint, so that nobody in the dark sees a white flash, and whether somebody seems
// to be signed in, so that the first paint is the frame of what follows.
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
  if (kept('skyledger.session') && location.pathname.startsWith('/auth'))
    document.documentElement.setAttribute('data-returning', '');
})();

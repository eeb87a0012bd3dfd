// Sets light or dark before the first paint, so that nobody in the dark sees a white flash.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('skyledger.color-scheme');
  } catch {
    // Storage may be switched off; then the system's choice counts.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
